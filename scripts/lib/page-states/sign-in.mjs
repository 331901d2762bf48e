// Signing in: the steps and refusals of a visitor without a session.
import { enter, newBuyer, prefix } from './ways.mjs';

const SEND = '**/panel/verify-otp';
const CHECK = '**/panel/manage-subscription';

/**
 * Submits a long address, to whose request for a letter the server answers `json`; the page then asks for the code, or
 * says why not.
 */
async function ask(page, language, json) {
  await page.route(SEND, (route) => route.fulfill({ json }));
  await enter(page, `${prefix(language)}/panel`);
  await page.locator('input[type=email]').fill(`maximiliane.${newBuyer()}`);
  await page.keyboard.press('Enter');
}

/** Ends at the code step. */
async function atCode(page, language) {
  await ask(page, language, { success: true });
  await page.locator('input[name=otp]').waitFor();
}

export const signIn = [
  ['panel-email-refused', (page, { language }) => ask(page, language, { success: false, code: 'email_not_found' })],
  [
    'panel-code',
    async (page, { language }) => {
      await atCode(page, language);
      await page.keyboard.type('12');
    },
  ],
  [
    'panel-code-wrong',
    async (page, { language }) => {
      await atCode(page, language);
      await page.route(CHECK, (route) => route.fulfill({ json: { success: false, code: 'otp_invalid' } }));
      await page.keyboard.type('1234');
    },
  ],
  [
    'panel-link-over',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/panel/link#sic_1.00`);
      await page.locator('main button').click();
    },
  ],
];
