// Replays tests/vectors/*.json through the built WASM; tests/vectors_native replays the same files natively.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { files } from '../oracle/write.mjs';
import { callNames, packaged, root, shippedRules } from './package.mjs';
import { differences } from './replay.mjs';
import { vectors } from './vector-files.mjs';

const rules = await shippedRules();
const calls = callNames();
/** Rules that no page calls are replayed only natively. */
const spoken = vectors
  .map(({ rule, cases }) => ({ rule, cases: cases.filter(({ call }) => calls.includes(call)) }))
  .filter(({ cases }) => cases.length > 0);

for (const { rule, cases } of spoken) {
  test(`${rule}: ${cases.length} cases through the WASM that pages download`, () => {
    assert.deepEqual(differences(cases, rules), []);
  });
}

test('every call that pages can make is asked, ten times at least', () => {
  const asked = spoken.flatMap(({ cases }) => cases.map(({ call }) => call));
  for (const name of calls) assert.ok(asked.filter((call) => call === name).length >= 10, name);
  assert.deepEqual(
    Object.keys(rules).filter((name) => !name.startsWith('__') && !calls.includes(name)),
    [],
  );
});

test('every call is asked by a page, through the client of the rules', () => {
  const client = ['client.ts', 'otp.ts']
    .map((file) => readFileSync(join(root, 'web', 'src', 'rules', file), 'utf8'))
    .join();
  const unasked = calls.filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(client));
  assert.deepEqual(unasked, []);
});

test('the figures are still what the oracle says', () => {
  for (const file of files) assert.equal(readFileSync(file.path, 'utf8'), file.text, `run node tests/oracle/write.mjs`);
});

test('what is no whole number of minor units is refused at the border', () => {
  for (const minor of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), undefined, 1n << 64n]) {
    assert.throws(() => rules.price_text(minor, 'USD', 'en'), `${minor}`);
  }
});

test('a countdown takes any number for a clock', () => {
  assert.equal(rules.countdown_text(1_500.9, 0.2, 0.4), '00:00:00:01');
  assert.equal(rules.countdown_text(0.5, 0, 0), undefined);
  assert.equal(rules.countdown_text(1e300, -1e300, 0), '106751991167:07:12:55');
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.equal(rules.countdown_text(none, 0, 0), undefined);
    assert.equal(rules.countdown_text(1000, none, 0), undefined);
    assert.equal(rules.countdown_text(1000, 0, none), undefined);
  }
});

test('what pages download holds codes and no sentence', () => {
  const files = ['onefare_wasm_bg.wasm', 'onefare_wasm_bg.js'];
  const download = files.map((file) => readFileSync(packaged(file), 'latin1')).join('');
  const { cases } = vectors.find(({ rule }) => rule === 'problem');
  const sentences = cases.filter(({ call, expect }) => call === 'problem_message' && expect);
  assert.ok(sentences.length > 40);
  assert.ok(download.includes('email_required'));
  for (const { expect } of sentences.filter(({ expect }) => expect.length > 5))
    assert.ok(!download.includes(expect), expect);
});

/** Every rule that takes only texts, by the build's declarations: its name and number of arguments. */
function rulesOfTexts() {
  const declarations = readFileSync(packaged('onefare_wasm.d.ts'), 'utf8');
  const found = declarations.matchAll(/^export function (\w+)\((\w+: string(?:, \w+: string)*)\)/gmu);
  return [...found].map(([, name, texts]) => ({ name, count: texts.split(',').length }));
}

/** A rule may refuse an argument, such as an unknown currency; a panic would end the whole module. */
function withoutPanic(call, what) {
  try {
    call();
  } catch (error) {
    assert.ok(!(error instanceof WebAssembly.RuntimeError), `${what}: ${error}`);
  }
}

test('no input reaches a panic of the WASM', () => {
  const texts = ['', '\ud800', '\udfff@x.com', 'a'.repeat(1_000_000), '@'.repeat(10_000), '\u0000', '\u{10ffff}'];
  texts.push('email=%', '&&==%%++', 'a@gmail', `mail=${'%f0'.repeat(10_000)}`);
  const ofTexts = rulesOfTexts();
  assert.ok(ofTexts.length >= 8, `${ofTexts.length} rules`);
  for (const text of texts) {
    for (const { name, count } of ofTexts) {
      withoutPanic(() => rules[name](...Array(count).fill(text)), `${name} ${JSON.stringify(text.slice(0, 9))}`);
    }
    assert.equal(rules.is_checkout_url(text, [text]), false);
    assert.doesNotThrow(() => rules.check_checkout_data(text, text, text, Number.NaN, -Infinity, 2 ** 1023));
    assert.doesNotThrow(() => rules.bundle_find([text, ''], text));
    assert.doesNotThrow(() => rules.check_onboarding('reasons', text, [text], text, text));
  }
});
