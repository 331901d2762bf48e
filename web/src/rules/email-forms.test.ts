import { expect, it, vi } from 'vitest';
import { rules } from './client';

vi.mock('./generated/onefare_wasm', () => ({
  check_email: (text: string) => `purchase ${text}`,
  check_sign_in_email: (text: string) => `sign-in ${text}`,
  check_deal_email: (text: string) => `deal ${text}`,
}));

it('each form is told in its own words', async () => {
  expect(await rules.checkEmail('amal')).toBe('purchase amal');
  expect(await rules.checkEmail('amal', 'sign-in')).toBe('sign-in amal');
  expect(await rules.checkEmail('amal', 'deal')).toBe('deal amal');
});
