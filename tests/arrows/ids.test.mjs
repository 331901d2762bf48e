// The check of ids must be able to fail: these tests plant a repeated id, and the check finds it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatedIds } from '../../scripts/lint/ids.mjs';

const planted = (codes) => repeatedIds(new Map(Object.entries(codes)));

test('a planted id that another file gives is found, with its line', () => {
  const codes = {
    'Steps.tsx': '<section aria-labelledby="steps">\n<h2 id="steps">',
    'Panel.tsx': '<main>\n\n<h2 className="title" id="steps">',
  };
  assert.deepEqual(planted(codes), [{ file: 'Panel.tsx', line: 3, id: 'steps', other: 'Steps.tsx' }]);
});

test('one that a file gives twice is found', () => {
  const found = planted({ 'Glow.tsx': '<radialGradient id="glow"><clipPath id="glow">' });
  assert.deepEqual(found, [{ file: 'Glow.tsx', line: 1, id: 'glow', other: 'Glow.tsx' }]);
});

test('anchors, ids that are made and other attributes are none', () => {
  const codes = {
    'home.tsx': '<div id="pricing"><h2 id={heading}><input data-id="a" htmlFor="b" />',
    'trial.tsx': '<div id="pricing"><h2 id={heading}><input data-id="a" htmlFor="b" />',
  };
  assert.deepEqual(planted(codes), []);
});
