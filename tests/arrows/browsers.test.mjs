// Whether the check of the built scripts finds interfaces that browsers of the shop lack.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newer, tooNew } from '../../scripts/lint/browsers.mjs';

test('an interface newer than the browsers served is found in minified code', () => {
  for (const [script, found] of [
    ['let s=t?AbortSignal.any([t,l]):l', 'AbortSignal.any'],
    ['const l=AbortSignal.timeout(45e3)', 'AbortSignal.timeout'],
    ['let{promise:a,resolve:b}=Promise.withResolvers()', 'Promise.withResolvers'],
    ['a.union(b)', '.union('],
    ['requestIdleCallback(e)', 'requestIdleCallback'],
  ]) {
    assert.deepEqual(newer(script), [found]);
  }
});

test('what the browsers have, and what a script asks for first, is no finding', () => {
  assert.deepEqual(newer('[..."ab"].toSorted().at(-1);structuredClone(a);URL.canParse(b);Promise.any(c)'), []);
  assert.deepEqual(newer('"requestIdleCallback"in window?window.requestIdleCallback(e):setTimeout(e)'), []);
});

test('the built scripts use nothing newer', () => assert.deepEqual(tooNew(), []));
