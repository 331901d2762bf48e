// The requirements of the two specification documents, one row each: either the test that covers it, by file and name,
// or the number of the issue that will. `text` marks requirements of words or data without behaviour to test: a
// sentence of a catalog, a claim of the brand, a price of the book, a field of the wire, a documented deviation.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
/** Documents with their numbers of requirements. */
const DOCUMENTS = [
  ['1', 384],
  ['2', 249],
];
/** The issues that may still be open. */
const ISSUES = [16, 17, 19];
/** The list of requirements, on machines that have the specification beside the repository. */
const demands = join(root, '..', 'shared', 'spec', 'demands.md');

const read = (document) => JSON.parse(readFileSync(join(import.meta.dirname, `document-${document}.json`), 'utf8'));
const all = DOCUMENTS.flatMap(([document]) => read(document));

test('every demand of both documents stands here once, in order', () => {
  const wanted = DOCUMENTS.flatMap(([document, count]) =>
    Array.from({ length: count }, (_, index) => `${document}-${String(index + 1).padStart(3, '0')}`),
  );
  assert.deepEqual(
    all.map(({ id }) => id),
    wanted,
  );
});

test('every demand has an answer or the issue that owes it', () => {
  for (const { id, at, open, text, ...rest } of all) {
    assert.deepEqual(rest, {}, id);
    assert.ok(
      text === undefined || (text === true && at !== undefined),
      `${id}: text is true beside an answer, or absent`,
    );
    assert.ok((at === undefined) !== (open === undefined), `${id} needs an answer or an issue, not both`);
    if (open !== undefined) assert.ok(ISSUES.includes(open), `${id} is owed by no issue: ${open}`);
  }
});

test('every answer exists: its file, and the words after # in it', () => {
  const texts = new Map();
  const textOf = (path) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
    return texts.get(path);
  };
  const gone = all.filter(({ at }) => {
    if (at === undefined) return false;
    const [path, ...words] = at.split('#');
    return !existsSync(join(root, path)) || !textOf(path).includes(words.join('#'));
  });
  assert.deepEqual(gone, []);
});

/** The places of words and data. */
const WORDS = ['docs/', 'web/src/i18n/', 'server/config/', 'core/src/wire/'];

/** Whether a reference is a test: a test file, or a function that the Rust test runner calls. */
function isTest(at) {
  const [path, name] = at.split('#');
  if (path.startsWith('tests/') || /\.test\.(ts|mjs)$/.test(path)) return true;
  if (!path.endsWith('.rs') || !/^\w+$/.test(name)) return false;
  return new RegExp(`#\\[(tokio::)?test\\]\\s+(async )?fn ${name}\\(`).test(readFileSync(join(root, path), 'utf8'));
}

test('what is more than text is answered by a test', () => {
  const answered = all.filter(({ at }) => at !== undefined);
  const untested = answered.filter(({ at, text }) => !text && !isTest(at));
  assert.deepEqual(untested, []);
  const misplaced = answered.filter(({ at, text }) => text && !WORDS.some((folder) => at.startsWith(folder)));
  assert.deepEqual(misplaced, []);
  assert.ok(!isTest('web/src/features/landing/content.ts#/** Six features. */'), 'a comment is no test');
  assert.ok(!isTest('server/src/pages/landing.rs#landing'), 'a function of the shop is no test');
});

test('how much is open', (t) => {
  for (const issue of ISSUES) {
    const owed = all.filter(({ open }) => open === issue);
    t.diagnostic(`issue ${issue} owes ${owed.length} of ${all.length} demands`);
  }
});

test('the ids are those of the list beside the repository', { skip: !existsSync(demands) }, () => {
  const listed = readFileSync(demands, 'utf8').matchAll(/^\| (\d-\d{3}) \|/gm);
  assert.deepEqual(
    all.map(({ id }) => id),
    [...listed].map(([, id]) => id),
  );
});
