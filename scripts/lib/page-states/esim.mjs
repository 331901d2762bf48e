// The eSIM shop: finding a country, its plans, the checkout, and the pages after a payment.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onefare } from '../program.mjs';
import { atBank, changed, enter, held, newBuyer, prefix, refunded } from './ways.mjs';

/** A search word that many countries match, in the languages of the pictures. */
const UNITED = { en: 'united', nl: 'verenigd', de: 'vereinigte', fr: 'unis', ar: 'المتحدة' };

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36';

const STATUS_CALL = '**/api/esim/*/check-payment-status*';
const GENERATION = '**/api/esim/generate-esim-order';
const PAYMENT = '**/api/esim/*/create-payment';

/** A bundle without a plan, which the bundled price lists do not have. */
const PLANLESS = `
[[bundle]]
id = 9999
code = "AQ"
names = { en = "Antarctica", nl = "Antarctica", de = "Antarktis", fr = "Antarctique", ar = "القارة القطبية الجنوبية" }
coverage = []
plans = []
`;

const shopPath = (language, path) => `${prefix(language)}/esim${path}`;
const buttonOf = (page) => page.locator('main form button[type=submit]').first();
const codeField = (page) => page.locator('main input[name=code]');
const method = (page, value) => page.locator(`main input[name=method][value=${value}]`);

const atCheckout = (page, language) => enter(page, shopPath(language, '/checkout/1'));

/** Orders a country's first plan, up to the provider's page. */
async function atProvider(page, language, way) {
  await atCheckout(page, language);
  await method(page, way).check();
  await page.locator('main input[type=email]').fill(newBuyer());
  await buttonOf(page).click();
  await page
    .getByRole(way === 'card' ? 'button' : 'radio')
    .first()
    .waitFor();
  await page.waitForURL((address) => !address.pathname.includes('/esim/checkout/'));
}

/** Buys a country's first plan by card, and returns to the shop. */
async function afterPaying(page, language) {
  await atProvider(page, language, 'card');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(/callback-success/);
}

/** Waits until the eSIM's activation code is shown. */
const delivered = (page) => page.locator('main code').first().waitFor();

const finding = [
  [
    'esim-search-found',
    async (page, { language }) => {
      await enter(page, shopPath(language, '/countries'));
      await page.locator('input[type=search]').fill(UNITED[language]);
    },
  ],
  [
    'esim-search-empty',
    async (page, { language }) => {
      await enter(page, shopPath(language, '/countries'));
      await page.locator('input[type=search]').fill('zzzz');
    },
  ],
  [
    'esim-menu-open',
    async (page, { language }) => {
      await enter(page, shopPath(language, ''));
      // Where there is room the menu is a row of links, and always open.
      const toggle = page.locator('button[popovertarget=esim-menu]');
      if (await toggle.isVisible()) await toggle.click();
    },
  ],
  ['esim-bundle-unknown', (page, { language }) => page.goto(shopPath(language, '/bundle/99999'))],
  [
    'esim-unlimited-chosen',
    async (page, { language }) => {
      await enter(page, shopPath(language, '/bundle/1'));
      await page.locator('main input[type=radio]').last().check();
    },
  ],
];

async function withCode(page, language) {
  await atCheckout(page, language);
  await codeField(page).fill('TRAVEL10');
  await codeField(page).press('Enter');
  await page.locator('main [role=status] bdi').first().waitFor();
}

const ordering = [
  ['esim-code-applied', (page, { language }) => withCode(page, language)],
  [
    'esim-price-explained',
    async (page, { language }) => {
      await withCode(page, language);
      await page.locator('main summary').click();
      await page.locator('main details dl').waitFor();
    },
  ],
  [
    'esim-code-refused',
    async (page, { language }) => {
      await atCheckout(page, language);
      await codeField(page).fill('NOSUCHCODE');
      await codeField(page).press('Enter');
    },
  ],
  [
    'esim-email-refused',
    async (page, { language }) => {
      await atCheckout(page, language);
      await page.locator('main input[type=email]').fill('amal@');
      await buttonOf(page).click();
    },
  ],
  [
    'esim-ideal-chosen',
    async (page, { language }) => {
      await atCheckout(page, language);
      await method(page, 'ideal').check();
    },
  ],
  [
    'esim-price-changed',
    async (page, { language }) => {
      // The request carries another amount than the page showed; only the new price in the picture is made up.
      await page.route(PAYMENT, async (route) => {
        const sent = route.request().postDataJSON();
        const response = await route.fetch({ postData: { ...sent, expected_amount: sent.expected_amount - 50 } });
        const answer = JSON.stringify(await response.json());
        const dearer = answer.replaceAll(/2([.,])99/g, (_, mark) => `3${mark}49`);
        await route.fulfill({ response, json: JSON.parse(dearer) });
      });
      await atCheckout(page, language);
      await method(page, 'card').check();
      await page.locator('main input[type=email]').fill(newBuyer());
      await buttonOf(page).click();
      await page.locator('dialog[open]').waitFor();
    },
  ],
  [
    'esim-pay-refused',
    async (page, { language }) => {
      await page.route(PAYMENT, (route) => route.abort());
      await atCheckout(page, language);
      await page.locator('main input[type=email]').fill(newBuyer());
      await buttonOf(page).click();
      await page.locator('main [role=alert] p').first().waitFor();
    },
  ],
];

const ended = [
  [
    'esim-paid',
    async (page, { language }) => {
      await afterPaying(page, language);
      await delivered(page);
    },
  ],
  [
    'esim-delivered-on-phone',
    async (page, { language }) => {
      await afterPaying(page, language);
      await delivered(page);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setUserAgentOverride', { userAgent: ANDROID });
      await page.reload();
      await delivered(page);
    },
  ],
  [
    'esim-being-made',
    async (page, { language }) => {
      await page.route(GENERATION, (route) => route.fulfill({ json: { status: 'pending', generated_esim: '' } }));
      await afterPaying(page, language);
    },
  ],
  [
    'esim-generation-failed',
    async (page, { language }) => {
      await page.route(GENERATION, (route) => route.fulfill({ json: { status: 'error', generated_esim: '' } }));
      await afterPaying(page, language);
    },
  ],
  [
    'esim-refunded',
    async (page, { language }) => {
      await changed(page, STATUS_CALL, refunded);
      await afterPaying(page, language);
    },
  ],
  [
    'esim-held',
    async (page, { language }) => {
      await changed(page, STATUS_CALL, held);
      await atProvider(page, language, 'card');
      await page.locator('a[href*=callback-failed]').click();
    },
  ],
  [
    'esim-unpaid',
    async (page, { language }) => {
      await atProvider(page, language, 'card');
      await page.locator('a[href*=callback-failed]').click();
    },
  ],
  [
    'esim-declined',
    async (page, { language }) => {
      await atProvider(page, language, 'ideal');
      await atBank(page, 'failed');
    },
  ],
  [
    'esim-verification-error',
    (page, { language }) => page.goto(shopPath(language, '/callback-success?hash=nobody&payment_method=card')),
  ],
];

/** Last, because it changes the price list for all later states. */
const planless = [
  [
    'esim-bundle-without-plans',
    async (page, { shop, language }) => {
      const prices = await onefare(shop, ['catalogue', 'export']);
      if (!prices.includes('id = 9999')) {
        const file = join(shop.data, 'prices.toml');
        await writeFile(file, prices + PLANLESS);
        await onefare(shop, ['catalogue', 'apply', '--yes', file]);
      }
      // A running shop reloads its prices every few seconds.
      for (let asked = 0; asked < 30; asked += 1) {
        if ((await page.goto(shopPath(language, '/bundle/9999'))).ok()) return;
        await page.waitForTimeout(500);
      }
      throw new Error('the bundle without plans did not come');
    },
  ],
];

export const esim = [...finding, ...ordering, ...ended, ...planless];
