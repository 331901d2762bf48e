// npm run bench: what the shop weighs and costs, each figure beside its limit. `-- --dist` builds the release first,
// `-- --load` also stores a million orders. Exits with code 1 when a download or the release exceeds its limit, or when
// the server under load, or one of the libraries compared with the rules, gave a wrong answer; the development build's
// figures are for comparison only.
import { existsSync } from 'node:fs';
import { buildAll } from './lib/build.mjs';
import { serverBinary } from './lib/paths.mjs';
import { openShop } from './lib/trial-shop.mjs';
import { countries } from './measures/countries.mjs';
import { load } from './measures/load.mjs';
import { allPageWeights } from './measures/page-weights.mjs';
import { peers } from './measures/peers.mjs';
import { KiB, kib, megabytes, ms, overLimit, row, seconds, title } from './measures/report.mjs';
import { renderTime, startAndRest } from './measures/server.mjs';
import { startAgain } from './measures/start.mjs';
import { rulesWeight } from './measures/weights.mjs';

async function weights() {
  const { shop, close } = await openShop();
  try {
    title('The rules in the browser (brotli; loaded when idle or at the first touch of a form)');
    const { wasm, glue } = await rulesWeight(shop.url);
    row('WASM', wasm, kib);
    row('JavaScript around it', glue, kib);
    row('both', wasm + glue, kib, 45 * KiB);
    await allPageWeights(shop);
  } finally {
    await close();
  }
}

async function costs(name, binary, counts) {
  title(`The server, ${name}`);
  for (const page of ['/buy', '/ar/buy']) {
    const { milliseconds, printed } = await renderTime(binary, page);
    row(`${page} rendered, uncached`, milliseconds, ms, 3, { counts });
    console.log(`    ${printed}`);
  }
  const { ready, memory } = await startAndRest(binary);
  row('ready, first start included', ready, ms, 200, { counts });
  row('resident at rest', memory, megabytes, 40e6, { counts });
}

export async function main(args) {
  const binary = await buildAll();
  if (args.includes('--dist')) {
    const { dist } = await import('./build.mjs');
    await dist();
  }
  title('`npm start` again, everything built');
  row('until it answers', await startAgain(), seconds, 5000);
  await weights();
  await peers();
  await costs('development build', binary, false);
  const release = serverBinary('dist');
  const isBuilt = existsSync(release);
  if (isBuilt) await costs('release', release, true);
  else console.log('\n  The release is not built: `npm run bench -- --dist` measures it.');
  await countries(isBuilt ? release : binary, isBuilt);
  await load({ binary: isBuilt ? release : binary, isRelease: isBuilt, long: args.includes('--load') });
  console.log(overLimit() === 0 ? '\nEvery limit holds.' : `\n${overLimit()} over the limit.`);
  return overLimit() === 0 ? 0 : 1;
}
