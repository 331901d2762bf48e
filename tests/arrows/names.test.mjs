// The check of names must be able to fail: these tests plant a catch-all name and a retired one, and the check finds
// both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fault } from '../../scripts/lint/names.mjs';

test('a planted name that fits everything is found, as a file and as a folder', () => {
  assert.match(fault('server/src/flows/helpers.rs'), /"helpers\.rs" says nothing/);
  assert.match(fault('web/src/shared/Button.tsx'), /"shared" says nothing/);
});

test('a planted name that was retired is found in either spelling, with the term for it', () => {
  assert.match(fault('tests/http/one_too_many.rs'), /say double_payment/);
  assert.match(fault('web/src/entry/stand-ins.ts'), /say polyfills/);
});

test('the catalogs of every area may be called common, and a word inside of a name is none', () => {
  assert.equal(fault('web/src/i18n/nl/common.json'), undefined);
  assert.equal(fault('server/src/store/price_books.rs'), undefined);
});
