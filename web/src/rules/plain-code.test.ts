import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plainCodeAfter } from './plain-code';

const path = new URL('../../../tests/vectors/otp.json', import.meta.url);
const cases = (
  JSON.parse(readFileSync(path, 'utf8')) as { cases: { call: string; input: string[]; expect: unknown }[] }
).cases;
const typed = cases.filter(({ call }) => call === 'otp_typed');

describe('the code without the rules', () => {
  it('is read as the vectors say', () => {
    expect(typed.length).toBeGreaterThan(3);
    for (const { input, expect: wanted } of typed) {
      expect(plainCodeAfter(input[0] ?? '', input[1] ?? ''), JSON.stringify(input)).toBe(wanted);
    }
  });
});
