// What no page asks stays out of the WASM: every name that it exports occurs in web/src/rules, the only door to it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { callNames, root } from './package.mjs';

/** Exports without a page that asks, and what keeps them. */
const UNASKED = {
  card_text: 'the prices of cards come with the page',
  check_deal_email: 'the form of the deal asks check_email',
  check_sign_in_email: 'the sign-in form asks check_email',
  discounted_total: '`npm run bench` compares it with other libraries',
  email_hint: 'no form shows a hint yet',
  quote_figures: '`npm run bench` compares it with other libraries',
  with_payment_method: 'the checkout of the eSIM shop adds the way to pay by itself',
};

const door = join(root, 'web', 'src', 'rules');
const sources = readdirSync(door)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(door, file), 'utf8'));

const isAsked = (name) => sources.some((source) => new RegExp(`\\b${name}\\b`, 'u').test(source));

test('pages ask every export of the WASM, but for those that have a reason', () => {
  const names = callNames();
  assert.ok(names.filter(isAsked).length >= 15, 'the door asks too little: it is read at the wrong place');
  assert.deepEqual(
    names.filter((name) => !isAsked(name) && !(name in UNASKED)),
    [],
  );
});
