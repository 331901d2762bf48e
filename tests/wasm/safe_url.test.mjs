// A second opinion on addresses: Node's own URL, which follows browsers' rules. The laws use another parser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { answers } from './natively.mjs';
import { root, shippedRules } from './package.mjs';

const rules = await shippedRules();
const { cases } = JSON.parse(readFileSync(join(root, 'tests', 'vectors', 'safe_url.json'), 'utf8'));
const corpus = [...new Set(cases.map(({ input }) => input[0]))];
const here = 'https://shop.example/ar/payment-failed';
const hosts = ['checkout.stripe.com', 'pay.mollie.com', 'localhost:8090', '127.0.0.1:8090'];
// Pieces that attackers put before, between and after.
const pieces = [
  '',
  '/',
  '//',
  '\\',
  '/\\',
  '.',
  '@',
  ':',
  '?',
  '#',
  '&',
  '%2f',
  '%5c',
  '\t',
  '\n',
  ' ',
  '\u0000',
  '\u3002',
];

/** Every text of the corpus, alone and with a piece at either end. */
function* attempts() {
  for (const text of corpus) for (const piece of pieces) yield* [piece + text, text + piece, `/buy${piece}${text}`];
}

test('no kept path leaves the site, and a browser changes nothing in it', async () => {
  let kept = 0;
  const texts = [...attempts()];
  const paths = await answers(
    'local_path',
    texts.map((text) => [text]),
  );
  for (const [at, path] of paths.entries()) {
    const text = texts[at];
    if (path === null) continue;
    kept += 1;
    const there = new URL(path, here);
    assert.equal(there.origin, 'https://shop.example', text);
    assert.equal(there.pathname + there.search, path, text);
    for (const key of there.searchParams.keys()) assert.ok(key === 'code' || key === 'package', text);
  }
  assert.ok(kept > 500, `${kept} kept`);
});

test('a browser opens every followed pay page on a listed host, in private', () => {
  let followed = 0;
  for (const text of attempts()) {
    if (!rules.is_checkout_url(text, hosts)) continue;
    followed += 1;
    const page = new URL(text);
    assert.ok(hosts.includes(page.host), text);
    assert.ok(page.protocol === 'https:' || ['localhost', '127.0.0.1'].includes(page.hostname), text);
    assert.equal(page.username + page.password, '', text);
  }
  assert.ok(followed > 100, `${followed} followed`);
});

test('install links open at Apple and Google with the whole code', async () => {
  const delivery = JSON.parse(readFileSync(join(root, 'tests', 'vectors', 'delivery.json'), 'utf8'));
  const offers = delivery.cases.filter(({ call }) => call === 'delivery_installation').map(({ input }) => input[0]);
  const found = await answers(
    'delivery_installation',
    offers.map((known) => [known]),
  );
  const codes = found.filter(({ code }) => code);
  assert.ok(codes.length >= 10);
  for (const { code, apple, android } of codes) {
    for (const [link, host] of [
      [apple, 'esimsetup.apple.com'],
      [android, 'esimsetup.android.com'],
    ]) {
      const { origin, pathname, searchParams, hash } = new URL(link);
      assert.deepEqual([origin, pathname, hash], [`https://${host}`, '/esim_qrcode_provisioning', '']);
      assert.deepEqual([...searchParams], [['carddata', code]]);
    }
  }
});
