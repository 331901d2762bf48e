// VPN plans: the order summary, the pages after a card payment, the sign-in form, and unknown addresses.
import { call, changed, control, enter, held, lastSegment, newBuyer, prefix } from './ways.mjs';

/** Buys twelve months by card up to the hosted page, and returns its session id. */
async function atCardPage(page, language) {
  const { checkout_url } = await call(page, '/api/subscription/get_checkout_link', {
    email: newBuyer(),
    selectedPackage: 'vpn-12m',
    currency: 'AED',
    expected_amount: 15_000,
    language,
    return_to: '/buy',
  });
  return lastSegment(checkout_url);
}

export const vpn = [
  ['buy-code-applied', (page, { language }) => page.goto(`${prefix(language)}/buy?code=SPRING20`)],
  ['buy-code-expired', (page, { language }) => page.goto(`${prefix(language)}/buy?code=SUMMER25`)],
  ['buy-trial-code', (page, { language }) => page.goto(`${prefix(language)}/buy?code=trial`)],
  [
    'buy-email-refused',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/buy`);
      await page.locator('input[type=email]').fill('amal@');
      await page.keyboard.press('Enter');
    },
  ],
  ['partner-unknown', (page, { language }) => page.goto(`${prefix(language)}/nobodyknows-special`)],
  ['unknown-address', (page, { language }) => page.goto(`${prefix(language)}/no-such-page`)],
  [
    'card-paid',
    async (page, { shop, language }) => {
      const session = await atCardPage(page, language);
      await control(shop, `sessions/${session}/pay`);
      await page.goto(`${prefix(language)}/payment-success?session_id=${session}`);
    },
  ],
  [
    'card-pending',
    async (page, { language }) => {
      const session = await atCardPage(page, language);
      await page.goto(`${prefix(language)}/payment-success?session_id=${session}`);
    },
  ],
  [
    'card-held',
    async (page, { language }) => {
      const session = await atCardPage(page, language);
      await changed(page, '**/api/subscription/verify', held);
      await page.goto(`${prefix(language)}/payment-success?session_id=${session}`);
    },
  ],
  [
    'card-failed',
    async (page, { language }) => {
      const session = await atCardPage(page, language);
      await page.goto(`${prefix(language)}/payment-failed?session_id=${session}`);
    },
  ],
  ['card-unknown', (page, { language }) => page.goto(`${prefix(language)}/payment-success?session_id=cs_test_unknown`)],
  [
    'sign-in-code',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/panel`);
      await page.locator('input[type=email]').fill(newBuyer());
      await page.keyboard.press('Enter');
    },
  ],
];
