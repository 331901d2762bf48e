// Checks that the modules import each other only in the allowed directions. Also runs alone:
// `node scripts/check-arrows.mjs`.
import { pathToFileURL } from 'node:url';
import { account } from './lint/account.mjs';
import { coreFiles, serverFiles } from './lint/circles.mjs';
import { core } from './lint/core.mjs';
import { faults } from './lint/faults.mjs';
import { names } from './lint/names.mjs';
import { server } from './lint/server.mjs';
import { web } from './lint/web.mjs';

/** Every violation as `file:line: what`. */
export const violations = () =>
  [server, serverFiles, web, core, coreFiles, faults, names, account].flatMap((check) => check());

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = violations();
  console.log(found.length > 0 ? found.join('\n') : 'Every arrow points the right way.');
  process.exitCode = found.length > 0 ? 1 : 0;
}
