// What the states of sign-in and panel are played with: a customer with an order of each kind, answers that a shop gives
// rarely, and how a page says and announces something.
import type { Locator, Page } from '@playwright/test';
import { awake } from './buying';
import { expect, type Shop } from './shop';
import { plain, type Words } from './words';

/** What a state begins with: a customer with an order of each kind. */
export interface Stage {
  page: Page;
  shop: Shop;
  t: Words;
  email: string;
  /** Looks at the page as it stands: axe, English left over, the edges of the screen. */
  look: (what?: string) => Promise<void>;
}

export interface Order {
  number: string;
  product: string;
  is_subscription: boolean;
  is_trial: boolean;
  renewal: string;
  next_charge?: string;
  next_charge_on?: string;
  [fact: string]: unknown;
}

export interface View {
  email: string;
  orders: Order[];
}

export const KINDS = {
  card: ({ renewal, is_trial }: Order) => renewal === 'renews' && !is_trial,
  trial: ({ is_trial }: Order) => is_trial,
  deal: ({ renewal, is_subscription }: Order) => is_subscription && renewal === 'once',
  esim: ({ is_subscription }: Order) => !is_subscription,
};

/** What is no longer true of an order that renews no more. */
export const OVER = { renewal: 'none', plans: undefined, next_charge: undefined, has_billing: false };

export const ACCOUNT = /\/api\/account\?/;

export const problem = (code: string) => ({ status: 'error', code, message: '', request_id: 'r' });

/** Every further call of a path is refused so. */
export const refuse = (page: Page, path: RegExp, status: number, code: string) =>
  page.route(path, (route) => route.fulfill({ status, json: problem(code) }));

/** Holds a call back until the answer is called. */
export async function hold(page: Page, path: RegExp): Promise<() => void> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(path, async (route) => {
    await answered;
    await route.continue();
  });
  return answer;
}

/** Opens a page as its reader does. */
export async function open({ page, t }: Stage, path = '/panel') {
  await page.goto(`${t.prefix}${path}`);
  await awake(page);
}

/** Opens the panel; with `tell` the server answers it with other orders than there are. */
export async function openPanel(stage: Stage, tell?: (orders: Order[]) => Order[]) {
  const { page } = stage;
  if (tell) await telling(page, tell);
  await open(stage);
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** The server answers the panel with other orders than there are. */
export const telling = (page: Page, tell: (orders: Order[]) => Order[]) =>
  page.route(ACCOUNT, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as View;
    await route.fulfill({ response, json: { ...view, orders: tell(view.orders) } });
  });

/** The one order of a kind. */
export const only = (kind: keyof typeof KINDS) => (orders: Order[]) => orders.filter(KINDS[kind]).slice(0, 1);

/** Orders that differ from that of a kind in some facts, each with a number of its own. */
export const like = (kind: keyof typeof KINDS, facts: Record<string, unknown>[]) => (orders: Order[]) =>
  facts.map((fact, place) => ({ ...only(kind)(orders)[0], number: `TEST-000${place}`, ...fact }) as Order);

/** What fills a slot on the page: in Arabic it is set apart from its sentence. */
export const slot = ({ lang }: Words, text: string) => (lang === 'ar' ? `\u2068${text}\u2069` : text);

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Unfolds, by the keyboard, what else can be done with the first order that stands there. */
export async function unfold(within: Page | Locator, t: Words) {
  const summary = within
    .locator('summary')
    .filter({ hasText: t('panel.more') })
    .first();
  await summary.press('Enter');
  await expect(summary.locator('..')).toHaveAttribute('open');
}

/** What stands in a sentence round its slots, in order. */
export async function says(where: Locator, sentence: string) {
  const pieces = sentence.split('|').map((piece) => plain(piece).trim());
  await expect(where).toBeVisible();
  await expect
    .poll(async () => {
      const text = plain(await where.innerText());
      let from = 0;
      return pieces.every((piece) => {
        const at = text.indexOf(piece, from);
        from = at + piece.length;
        return at >= 0;
      });
    }, sentence)
    .toBe(true);
}

/** A sentence of the catalog with a bar in each of its slots. */
export const sentence = (t: Words, key: string) => t(key, new Proxy({} as Record<string, string>, { get: () => '|' }));

export const announced = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
export const alarmed = (within: Page | Locator, text: string) =>
  expect(within.getByRole('alert').filter({ hasText: text })).toBeVisible();

/** The way to a state, and what is said there. */
export type Play = (stage: Stage) => Promise<void>;

/** Asks for a code; ends at the step that takes it. */
export async function askForCode({ page, t, email }: Stage) {
  const address = page.getByRole('textbox', { name: t('login.email') });
  await address.fill(email);
  await address.press('Enter');
  await expect(page.getByRole('textbox', { name: t('login.code') })).toBeFocused();
}

/** A dialog that a button of the panel opens, read from its first line. */
export async function ask({ page, t }: Stage, key: string): Promise<Locator> {
  await button(page, t(key)).press('Enter');
  const dialog = page.getByRole('dialog', { name: t(key), exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}
