import { describe, expect, it } from 'vitest';
import { type AttemptMemory, createAttempt } from './attempt';

function keys() {
  let made = 0;
  return () => `key${++made}`;
}

/** A history entry, as a reload finds it. */
function entry(first?: unknown): AttemptMemory {
  let kept = first;
  return {
    kept: () => kept,
    keep: (attempt) => {
      kept = attempt;
    },
  };
}

describe('the key of an attempt', () => {
  it('stays for the same request, and another request has another', () => {
    const attempt = createAttempt(keys());
    expect([attempt.keyFor({ a: 1 }), attempt.keyFor({ a: 1 }), attempt.keyFor({ a: 2 })]).toEqual([
      'key1',
      'key1',
      'key2',
    ]);
    attempt.end();
    expect(attempt.keyFor({ a: 2 })).toBe('key3');
  });

  it('is found again by a page that is loaded anew, unless it was ended', () => {
    const [memory, newKey] = [entry(), keys()];
    const first = createAttempt(newKey, memory);
    expect(first.keyFor({ a: 1 })).toBe('key1');
    expect(createAttempt(newKey, memory).keyFor({ a: 1 })).toBe('key1');
    expect(createAttempt(newKey, memory).keyFor({ a: 2 })).toBe('key2');
    first.end();
    expect(createAttempt(newKey, memory).keyFor({ a: 2 })).toBe('key3');
  });

  it.each([null, 'key', { print: 1, key: 'key' }, { print: '{}' }])('is not made of something else: %j', (kept) => {
    expect(createAttempt(keys(), entry(kept)).keyFor({})).toBe('key1');
  });
});
