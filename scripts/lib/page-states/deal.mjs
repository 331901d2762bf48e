// The pages after an iDEAL payment of the deal, whose bare addresses are Dutch.
import { atBank, call, changed, enter, held, newBuyer, prefix, refunded } from './ways.mjs';

const STATUS_CALL = '**/api/mollie/check-payment-status*';

/** Ends a deal's payment with a status, and returns from the bank. */
async function backFromBank(page, language, status) {
  const deal = { package: 12, selectedPackage: 12, email: newBuyer(), language };
  const { checkout_url } = await call(page, '/api/mollie/create-payment', deal);
  await page.goto(checkout_url);
  await atBank(page, status);
}

export const deal = [
  ['deal-paid', (page, { language }) => backFromBank(page, language, 'paid')],
  ['deal-pending', (page, { language }) => backFromBank(page, language, 'pending')],
  [
    'deal-held',
    async (page, { language }) => {
      await changed(page, STATUS_CALL, held);
      await backFromBank(page, language, 'pending');
    },
  ],
  ['deal-failed', (page, { language }) => backFromBank(page, language, 'failed')],
  [
    'deal-refunded',
    async (page, { language }) => {
      await changed(page, STATUS_CALL, refunded);
      await backFromBank(page, language, 'paid');
    },
  ],
  [
    'deal-error',
    async (page, { language }) => {
      await page.route(STATUS_CALL, (route) => route.abort());
      await enter(page, `${prefix(language, 'nl')}/payment-status?hash=some`);
      await page.locator('main [role=alert]').first().waitFor();
    },
  ],
];
