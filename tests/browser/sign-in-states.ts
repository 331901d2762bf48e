// The states of sign-in and of the link in the letter.
import { otherCodes } from '../../scripts/lib/visitor.mjs';
import { alarmed, announced, askForCode, button, heading, hold, open, type Play, problem, refuse } from './panel-stage';
import { lettersTo } from './provider';
import { expect } from './shop';
import { mailedCode } from './signing-in';
import type { Words } from './words';

const ARABIC_ZERO = 0x660;

/** "Resend" with the remaining seconds. */
const countingDown = (t: Words) => {
  const [before = '', after = ''] = t('login.resend.wait', { seconds: '|' }).split('|');
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s');
  return new RegExp(`^${literal(before)}\\W?\\d+\\W?${literal(after)}$`);
};

const LINK_CALL = /\/sign-in-link$/;

/** Each state of a visitor without a session; the last one signs in. */
export const SIGN_IN_STATES: Record<string, Play> = {
  'the address is refused': async (stage) => {
    const { page, t, look } = stage;
    await open(stage);
    await expect(heading(page, t('login.title'))).toBeVisible();
    const address = page.getByRole('textbox', { name: t('login.email') });
    await expect(address).toHaveAccessibleDescription(t('login.email.hint'));
    for (const [typed, code] of [
      ['', 'email_address_required'],
      ['amal@', 'email_address_invalid'],
    ] as const) {
      await address.fill(typed);
      await address.press('Enter');
      await expect(address).toHaveAccessibleDescription(t(`problem.${code}`));
      await expect(address).toHaveAttribute('aria-invalid', 'true');
      await expect(address).toBeFocused();
    }
    await look();
  },

  'the letter is refused': async (stage) => {
    const { page, t, email, look } = stage;
    const call = /\/panel\/verify-otp$/;
    await open(stage);
    const address = page.getByRole('textbox', { name: t('login.email') });
    await address.fill(email);
    const refusals = [
      [200, { success: false, code: 'email_not_found' }, 'email_not_found', 'otp_send_failed'],
      [429, problem('rate_limited'), 'rate_limited', 'otp_send_failed'],
      [500, {}, 'otp_request_failed', 'sign_in_failed'],
    ] as const;
    for (const [status, json, beside, toast] of refusals) {
      await page.route(call, (route) => route.fulfill({ status, json }));
      await address.press('Enter');
      await expect(address).toHaveAccessibleDescription(t(`problem.${beside}`));
      await expect(address).toBeFocused();
      await announced(page, t(`problem.${toast}`));
      await page.unroute(call);
    }
    await look();
  },

  'the code is wrong, unanswered, or for another address': async (stage) => {
    const { page, t, email, look } = stage;
    await open(stage);
    await askForCode(stage);
    await announced(page, t('message.otp_sent'));
    await expect(heading(page, t('login.code.title'))).toBeVisible();
    const code = page.getByRole('textbox', { name: t('login.code') });
    await expect(code).toHaveAccessibleDescription(t('login.code.hint'));
    const answer = await hold(page, /manage-subscription$/);
    const right = await mailedCode(stage.shop, email);
    await page.keyboard.type(otherCodes(1, right)[0] ?? '');
    await expect(code).toHaveAccessibleDescription(t('login.checking'));
    answer();
    await alarmed(page, t('problem.otp_invalid'));
    await expect(code).toHaveValue('');
    await expect(code).toBeFocused();
    await look();
    await refuse(page, /manage-subscription$/, 500, 'something_wrong');
    await page.keyboard.type('1234');
    await alarmed(page, t('problem.otp_verify_failed'));
    await expect(code).toHaveAttribute('aria-invalid', 'true');

    await button(page, t('login.other')).press('Enter');
    const address = page.getByRole('textbox', { name: t('login.email') });
    await expect(heading(page, t('login.title'))).toBeVisible();
    await expect(address).toBeFocused();
    await expect(address).toHaveValue(email);
    await expect(address).toHaveAccessibleDescription(t('login.email.hint'));
  },

  'the mailed link asks, works and is over': async (stage) => {
    const { page, t, look } = stage;
    await open(stage, '/panel/link#sic_1.00');
    await expect(heading(page, t('login.link.title'))).toBeVisible();
    await expect(page.getByText(t('login.link.text'))).toBeVisible();
    await expect(page).toHaveURL(/\/panel\/link$/);
    await look('asking');
    const answer = await hold(page, LINK_CALL);
    await button(page, t('login.link.button')).press('Enter');
    await expect(button(page, t('login.checking'))).toHaveAttribute('aria-disabled', 'true');
    await look('busy');
    answer();
    await alarmed(page, t('login.link.over'));
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(heading(page, t('login.link.expired'))).toBeVisible();
    await expect(button(page, t('login.link.button'))).toHaveCount(0);
    const again = page.getByRole('link', { name: t('login.link.again'), exact: true });
    await expect(again).toHaveAttribute('href', `${t.prefix}/panel`);
    await look('over');
  },

  'the mailed link is not answered': async (stage) => {
    const { page, t, look } = stage;
    await open(stage, '/panel/link#sic_1.00');
    await refuse(page, LINK_CALL, 500, 'something_wrong');
    await button(page, t('login.link.button')).press('Enter');
    await alarmed(page, t('problem.sign_in_failed'));
    await expect(button(page, t('login.link.button'))).toBeFocused();
    await expect(button(page, t('login.link.button'))).not.toHaveAttribute('aria-disabled');
    await look();
  },

  'another code is asked for, and pasted': async (stage) => {
    const { page, shop, t, email, look } = stage;
    const codes = async () => (await lettersTo(shop, email)).filter(({ text }) => /^\s*\d{4}\s*$/m.test(text)).length;
    const before = await codes();
    await page.clock.install();
    await open(stage);
    await askForCode(stage);
    await expect.poll(codes, 'a letter').toBe(before + 1);
    const waits = page.getByRole('button', { name: countingDown(t) });
    await expect(waits).toHaveAttribute('aria-disabled', 'true');
    await waits.press('Enter');
    await page.clock.runFor(30_000);
    await button(page, t('login.resend')).press('Enter');
    await announced(page, t('message.otp_resent'));
    await expect(waits).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(codes, 'one more').toBe(before + 2);

    await page.clock.runFor(30_000);
    await refuse(page, /\/panel\/verify-otp$/, 429, 'rate_limited');
    await button(page, t('login.resend')).press('Enter');
    await announced(page, t('problem.otp_resend_failed'));
    await alarmed(page, t('problem.rate_limited'));
    await look();

    // As copied from a letter: with words around it, and in Arabic with Arabic digits.
    const right = await mailedCode(shop, email);
    const digits = [...right].map((digit) => String.fromCodePoint(ARABIC_ZERO + Number(digit))).join('');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = `${t('login.code')}: ${t.lang === 'ar' ? digits : right}`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await page.getByRole('textbox', { name: t('login.code') }).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await announced(page, t('message.signed_in'));
    await page.clock.runFor(700);
    await expect(heading(page, t('panel.title'))).toBeVisible();
  },
};
