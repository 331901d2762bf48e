import { describe, expect, it, vi } from 'vitest';
import { vectors } from '../../vectors';
import { rules } from './client';

vi.mock('./generated/onefare_wasm', () => {
  throw new Error('no WebAssembly here');
});

const HOSTS = ['checkout.stripe.com', 'localhost:8090', '127.0.0.1:8090'];

const ofEmail = (call: string) => vectors<[string], string | null>('email', call);

describe('the e-mail of an address, without the rules', () => {
  const cases = ofEmail('email_prefill');

  it('is held to the vectors of the rule', () => {
    expect(cases.length).toBeGreaterThan(30);
  });

  it.each(cases)('$name', async ({ input: [query], expect: wanted }) => {
    expect((await rules.emailPrefill(query)) ?? null).toBe(wanted);
  });
});

describe('the e-mail of the trial page, without the rules', () => {
  const cases = ofEmail('email_trial_mail');

  it('is held to the vectors of the rule', () => {
    expect(cases.length).toBeGreaterThan(10);
  });

  it.each(cases)('$name', async ({ input: [query], expect: wanted }) => {
    expect((await rules.trialMail(query)) ?? null).toBe(wanted);
  });

  // What is no address is not filled in: every text of the rule, but for those that hold what is taken off first.
  const typed = ofEmail('check_email').filter(({ input: [text] }) => !/[<>"'&\ud800-\udfff]/.test(text));

  it('is an address by the rule of every form', () => {
    expect(typed.length).toBeGreaterThan(30);
  });

  it.each(typed)('$name', async ({ input: [text], expect: problem }) => {
    const query = `?mail=${encodeURIComponent(text)}`;
    expect((await rules.trialMail(query)) === undefined).toBe(problem !== null);
  });
});

describe('the address of a pay page, without the rules', () => {
  it.each([
    'https://checkout.stripe.com',
    'https://checkout.stripe.com/c/pay/cs_test_1#fid',
    'https://CHECKOUT.stripe.com?a=b@c',
    'http://localhost:8090/pay/cs_test_1',
    'http://127.0.0.1:8090/pay/cs_test_1',
  ])('is followed: %s', async (address) => {
    expect(await rules.isCheckoutAddress(address, HOSTS)).toBe(true);
  });

  it.each([
    '',
    'checkout.stripe.com',
    'http://checkout.stripe.com/c/pay/cs_test_1',
    'https://checkout.stripe.com:443/',
    'https://checkout.stripe.com:8443/',
    'https://checkout.stripe.com@evil.example/',
    'https://sara:secret@checkout.stripe.com/',
    'https://checkout.stripe.com.evil.example/',
    'https://evil.example/checkout.stripe.com',
    'https:/checkout.stripe.com/',
    'https:///checkout.stripe.com/',
    'https://evil.example\\@checkout.stripe.com/',
    'https://checkout.stripe.com\\.evil.example/',
    ' https://checkout.stripe.com/',
    'https://checkout.stripe.com/a b',
    'https://checkout.stripe.com/\n',
    'https://localhost/',
    'http://localhost:8091/',
    'javascript:alert(1)//checkout.stripe.com/',
  ])('is refused: %j', async (address) => {
    expect(await rules.isCheckoutAddress(address, HOSTS)).toBe(false);
  });
});
