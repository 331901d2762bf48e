// The panel of a customer with an order of each kind.
import { readFileSync } from 'node:fs';
import { at } from '../paths.mjs';
import { buyEach, delivered, signIn } from '../trial-account.mjs';
import { enter, newBuyer, prefix } from './ways.mjs';

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

/** Changes the account that the server returns to the panel. */
const told = (page, change) =>
  page.route(/\/api\/account\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** A state of the panel: the changed answer of the server, if any, and what the customer presses. */
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

/** Unfolds what else can be done with the first order. */
const unfold = (page) => page.locator('article > details > summary').first().click();

const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/** Orders that differ from the first of a kind in the given facts. */
const like = (kind, facts) => (orders) =>
  facts.map((fact, at) => ({ ...orders.find(kind), number: `SHOT-000${at}`, ...fact }));

const isTrial = ({ is_trial }) => is_trial;
const isCard = ({ is_trial, renewal }) => renewal === 'renews' && !is_trial;
const isEsim = ({ is_subscription }) => !is_subscription;

const OVER = { renewal: 'none', plans: undefined, next_charge: undefined, has_billing: false };
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

export const panel = [
  inPanel('panel-orders', {}),
  inPanel('panel-order-states', {
    tells: like(isCard, [
      { ...OVER, state: 'preparing', has_letters: false },
      { state: 'held' },
      { state: 'disputed' },
      { ...OVER, state: 'ended', buy_again: '/buy?package=12' },
      { ...OVER, state: 'refunded', buy_again: '/buy?package=12' },
    ]),
  }),
  inPanel('panel-renewals', {
    tells: like(isCard, [
      { renewal: 'cancelling', plans: undefined, next_charge: undefined },
      {
        renewal: 'cancelled',
        plans: undefined,
        next_charge: undefined,
        ends_on: '24 November 2027',
        resumed_charge: '150',
      },
      { renewal: 'changing', plans: undefined },
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
          plans: undefined,
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
  inPanel('panel-esim-phone', {
    tells: (orders) => orders.filter(isEsim),
    does: async (page, t) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }));
      await page.reload();
      await press(page, t['panel.esim.show']);
    },
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
    tells: (orders) => orders.filter(isCard),
    does: async (page, t) => {
      const json = { status: 'error', code: 'portal_unavailable', message: '', request_id: 'r' };
      await page.route(/\/billing/, (route) => route.fulfill({ status: 409, json }));
      await unfold(page);
      await press(page, t['panel.billing']);
    },
  }),
  inPanel('panel-letters', {
    tells: (orders) => orders.filter(isCard),
    does: async (page, t) => {
      await page.route(/\/letters$/, (route) => route.fulfill({ json: { success: true } }));
      await unfold(page);
      await press(page, t['panel.letters']);
    },
  }),
  inPanel('panel-deleted', {
    does: async (page, t) => {
      await page.route(/\/account\/delete$/, (route) => route.fulfill({ json: { success: true } }));
      await press(page, t['panel.delete']);
      const { email } = await (await page.request.get('/api/account')).json();
      await page.locator('dialog[open] input').fill(email);
      await page.keyboard.press('Enter');
    },
  }),
  [
    'panel-no-order',
    async (page, { shop, language }) => {
      await asCustomer(page, shop, language);
      await told(page, (view) => ({ ...view, orders: [] }));
      await page.goto(`${prefix(language)}/panel`);
    },
  ],
  [
    'panel-loading',
    async (page, { shop, language }) => {
      await asCustomer(page, shop, language);
      await page.route(/\/api\/account\?/, () => {});
      await page.goto(`${prefix(language)}/panel`);
    },
  ],
  [
    'panel-failed',
    async (page, { shop, language }) => {
      await asCustomer(page, shop, language);
      await page.route(/\/api\/account\?/, (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`${prefix(language)}/panel`);
    },
  ],
  [
    'panel-slip-unknown',
    async (page, { shop, language }) => {
      await asCustomer(page, shop, language);
      await page.goto(`${prefix(language)}/panel/receipt/0000-0000`);
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
];
