// The states of pages that no address alone shows: a person's way to each of them, played in a browser on a trial shop
// with its sandbox providers.
import { readFileSync } from 'node:fs';
import { at } from './places.mjs';
import { buyEach, delivered, signIn } from './trial-account.mjs';

let buyers = 0;
function newBuyer() {
  buyers += 1;
  return `shots-${buyers}@example.com`;
}

const prefix = (language, own = 'en') => (language === own ? '' : `/${language}`);

/** Goes to a page and waits until React has taken it over: what is typed before that is not answered. */
async function enter(page, path) {
  await page.goto(path);
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

async function call(page, path, data) {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

const control = (shop, path, data = {}) =>
  fetch(`${shop.sandbox}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });

const lastSegment = (address) => new URL(address).pathname.split('/').at(-1);

/** Buys twelve months by card up to the pay page; the id of its session. */
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

/** Ends an iDEAL payment of the deal in a status, and comes back from the bank. */
async function backFromBank(page, language, status) {
  const deal = { package: 12, selectedPackage: 12, email: newBuyer(), language };
  const { checkout_url } = await call(page, '/api/mollie/create-payment', deal);
  await page.goto(checkout_url);
  await page.locator(`input[value=${status}]`).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Buys the first data plan of a country by card, and comes back. */
async function afterDataPlan(page, language, outcome) {
  await enter(page, `${prefix(language)}/esim/checkout/1`);
  const email = page.locator('input[type=email]');
  await email.fill(newBuyer());
  await page.locator('main form button[type=submit]').first().click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: outcome }).first().click();
}

/** The texts of sign-in and panel, to press their buttons in every language. */
const words = (language) => JSON.parse(readFileSync(at('web', 'src', 'i18n', language, 'account.json'), 'utf8'));

/** The customers of this run: one for each language. */
const customers = new Map();

/** Signs in as a customer with an order of each kind. */
async function asCustomer(page, shop, language) {
  const known = customers.get(language);
  const email = known ?? newBuyer();
  if (!known) {
    await buyEach(shop, { email, language });
    customers.set(language, email);
  }
  await signIn(page.request, shop, email);
  await delivered(page.request, 4);
}

/** Changes what the panel is told of the account. */
const told = (page, change) =>
  page.route(/\/api\/account\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** A state of the panel: what its customer is told, if not the truth, and what they press there. */
const inPanel = (name, { tells, does = () => {} }) => [
  name,
  async (page, { shop, language }) => {
    await asCustomer(page, shop, language);
    if (tells) await told(page, (view) => ({ ...view, orders: tells(view.orders) }));
    await enter(page, `${prefix(language)}/panel`);
    await page.locator('article').first().waitFor();
    await does(page, words(language));
  },
];

const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/** Orders that differ from the first of a kind in some facts. */
const like = (kind, facts) => (orders) =>
  facts.map((fact, at) => ({ ...orders.find(kind), number: `SHOT-000${at}`, ...fact }));

const isTrial = ({ is_trial }) => is_trial;
const isCard = ({ is_trial, renewal }) => renewal === 'renews' && !is_trial;
const isEsim = ({ is_subscription }) => !is_subscription;

const OVER = { renewal: 'none', plans: [], next_charge: undefined, has_billing: false };
const STANDINGS = [
  { standing: 'not_installed', until: '20 May 2027' },
  {
    standing: 'in_use',
    until: '4 December 2026',
    data: { used: '0.6 GB', left: '2.4 GB', total: '3 GB', percent_left: 80 },
  },
  { standing: 'used_up', data: { used: '3 GB', left: '0 GB', total: '3 GB', percent_left: 0 } },
  { standing: 'over' },
];

/** Each state: its name, and the way to it. */
export const STATES = [
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
    'card-failed',
    async (page, { language }) => {
      const session = await atCardPage(page, language);
      await page.goto(`${prefix(language)}/payment-failed?session_id=${session}`);
    },
  ],
  [
    'sign-in-code',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/panel`);
      await page.locator('input[type=email]').fill(newBuyer());
      await page.keyboard.press('Enter');
    },
  ],
  [
    'panel-email-refused',
    async (page, { language }) => {
      await page.route('**/panel/verify-otp', (route) =>
        route.fulfill({ json: { success: false, code: 'email_not_found' } }),
      );
      await enter(page, `${prefix(language)}/panel`);
      await page.locator('input[type=email]').fill(newBuyer());
      await page.keyboard.press('Enter');
    },
  ],
  [
    'panel-link-over',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/panel/link#sic_1.00`);
      await page.locator('main button').click();
    },
  ],
  inPanel('panel-orders', {}),
  inPanel('panel-order-states', {
    tells: like(isCard, [
      { ...OVER, state: 'preparing', has_letters: false },
      { state: 'held' },
      { ...OVER, state: 'ended', buy_again: '/buy?package=12' },
      { ...OVER, state: 'refunded', buy_again: '/buy?package=12' },
    ]),
  }),
  inPanel('panel-renewals', {
    tells: like(isCard, [
      { renewal: 'cancelling', plans: [], next_charge: undefined },
      { renewal: 'cancelled', plans: [], next_charge: undefined, ends_on: '24 November 2027', resumed_charge: '150' },
      { renewal: 'changing', plans: [] },
    ]),
  }),
  inPanel('panel-cancel', { does: (page, t) => press(page, t['panel.cancel']) }),
  inPanel('panel-cancel-trial', {
    tells: (orders) => orders.filter(isTrial),
    does: (page, t) => press(page, t['panel.cancel.trial']),
  }),
  inPanel('panel-resume', {
    tells: (orders) =>
      like(isCard, [
        {
          renewal: 'cancelled',
          plans: [],
          resumed_charge: orders.find(isCard).next_charge,
          resumed_charge_on: orders.find(isCard).next_charge_on,
          next_charge: undefined,
        },
      ])(orders),
    does: (page, t) => press(page, t['panel.resume']),
  }),
  inPanel('panel-plan', {
    does: async (page, t) => {
      await press(page, t['panel.plan']);
      await page.locator('dialog[open] input[type=radio]').first().check();
    },
  }),
  inPanel('panel-email', { does: (page, t) => press(page, t['panel.email']) }),
  inPanel('panel-email-codes', {
    does: async (page, t) => {
      await page.route('**/api/account/email', (route) => route.fulfill({ json: { success: true } }));
      await press(page, t['panel.email']);
      await page.locator('dialog[open] input').fill('a-new-address-of-mine@example.com');
      await page.keyboard.press('Enter');
    },
  }),
  inPanel('panel-delete', { does: (page, t) => press(page, t['panel.delete']) }),
  inPanel('panel-esim', {
    tells: (orders) => orders.filter(isEsim),
    does: (page, t) => press(page, t['panel.esim.show']),
  }),
  inPanel('panel-esim-meters', {
    tells: like(
      isEsim,
      STANDINGS.map(() => ({})),
    ),
    does: async (page) => {
      await page.route(/esim\/usage/, (route) => {
        const at = Number(/SHOT-000(\d)/.exec(route.request().url())[1]);
        return route.fulfill({ json: STANDINGS[at] });
      });
      await page.reload();
    },
  }),
  inPanel('panel-refused', {
    does: async (page, t) => {
      const json = { status: 'error', code: 'portal_unavailable', message: '', request_id: 'r' };
      await page.route(/\/billing/, (route) => route.fulfill({ status: 409, json }));
      await press(page, t['panel.billing']);
    },
  }),
  [
    'panel-failed',
    async (page, { shop, language }) => {
      await asCustomer(page, shop, language);
      await page.route(/\/api\/account\?/, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`${prefix(language)}/panel`);
    },
  ],
  [
    'panel-slip',
    async (page, { shop, language }) => {
      await asCustomer(page, shop, language);
      const { orders } = await (await page.request.get('/api/account')).json();
      await page.goto(`${prefix(language)}/panel/receipt/${orders.find(isCard).number}`);
    },
  ],
  ['card-unknown', (page, { language }) => page.goto(`${prefix(language)}/payment-success?session_id=cs_test_unknown`)],
  ['deal-paid', (page, { language }) => backFromBank(page, language, 'paid')],
  ['deal-pending', (page, { language }) => backFromBank(page, language, 'pending')],
  ['deal-failed', (page, { language }) => backFromBank(page, language, 'failed')],
  ['esim-paid', (page, { language }) => afterDataPlan(page, language, /^Pay /)],
  [
    'esim-search-empty',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/esim/countries`);
      await page.locator('input[type=search]').fill('zzzz');
    },
  ],
  [
    'esim-code-refused',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/esim/checkout/1`);
      await page.locator('main input:not([type=email]):not([type=radio])').first().fill('NOSUCHCODE');
      await page.keyboard.press('Enter');
    },
  ],
];
