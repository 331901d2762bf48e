import { describe, expect, it } from 'vitest';
import { vectors } from '../../vectors';
import { CODE_LENGTH } from '../browser/code-length';
import { plainCodeAfter } from './plain-code';

describe('the code without the rules', () => {
  it('is read as the vectors say', () => {
    const typed = vectors('otp', 'otp_typed');
    expect(typed.length).toBeGreaterThan(3);
    for (const { input, expect: wanted } of typed) {
      expect(plainCodeAfter(input[0] ?? '', input[1] ?? ''), JSON.stringify(input)).toBe(wanted);
    }
  });

  it('is as long as the one of the core', () => {
    const digits = vectors<[string], boolean>('otp', 'otp_is_complete').filter(({ input }) => /^\d+$/.test(input[0]));
    const complete = digits.filter(({ expect: whole }) => whole).map(({ input }) => input[0].length);
    expect(Math.min(...complete)).toBe(CODE_LENGTH);
    const partial = digits.filter(({ expect: whole }) => !whole).map(({ input }) => input[0].length);
    expect(Math.max(...partial)).toBe(CODE_LENGTH - 1);
  });
});
