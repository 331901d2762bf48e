// One fare: the same random quotes computed natively, through the WASM, and by the oracle must be the same bytes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import * as oracle from '../oracle/quote.mjs';
import { canonical } from './canonical.mjs';
import { proofRules, root } from './proof-package.mjs';
import { randomQuotes } from './random-quotes.mjs';

const COUNT = 20_000;
const seed = Number(process.env.PARITY_SEED ?? 20261120);
const requests = [...randomQuotes(seed, COUNT)];

/** What one side answers: the quote, how a page shows it (nothing for what does not renew), and what comes when. */
function answer(side, { number, offer, currency, code, language, start }) {
  const { value: quote, error } = side.quote_offer(number, offer, currency, code);
  if (error) return canonical({ error });
  const { value: renewal } = side.quote_renewal(quote, start);
  return canonical({ quote, price: side.quote_plan_price(quote, language).value, renewal });
}

async function nativeAnswers() {
  const words = ['run', '--quiet', '--locked', '--package', 'onefare-tests', '--bin', 'parity-native'];
  const native = spawn('cargo', words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const output = text(native.stdout);
  native.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
  const [code] = await once(native, 'close');
  assert.equal(code, 0, 'the native side ended early');
  return (await output).trimEnd().split('\n');
}

test(`${COUNT} random quotes: native = WASM = oracle (seed ${seed})`, async () => {
  const [rules, native] = await Promise.all([proofRules(), nativeAnswers()]);
  assert.equal(native.length, COUNT);
  const seen = { refused: 0, reduced: 0, stepped: 0, free: 0, renewing: 0, tried: 0, extra: 0, ending: 0 };
  for (const [index, request] of requests.entries()) {
    const wanted = answer(oracle, request);
    assert.equal(native[index], wanted, `native, ${JSON.stringify(request)}`);
    assert.equal(answer(rules, request), wanted, `WASM, ${JSON.stringify(request)}`);
    seen.refused += wanted.includes('"error"') ? 1 : 0;
    seen.reduced += wanted.includes('"code_') ? 1 : 0;
    seen.stepped += wanted.includes('"charge_step"') ? 1 : 0;
    seen.free += wanted.includes('"due_now":0,') ? 1 : 0;
    seen.renewing += request.code?.term === 'every' ? 1 : 0;
    seen.tried += wanted.includes('"trial_days"') ? 1 : 0;
    seen.extra += wanted.includes('"extra_months"') ? 1 : 0;
    seen.ending += wanted.includes('"quote"') && !wanted.includes('"renewal"') ? 1 : 0;
  }
  // The stream must have met every kind, or the comparison proves little.
  for (const [kind, times] of Object.entries(seen)) assert.ok(times > 100, `${kind}: ${times}`);
});
