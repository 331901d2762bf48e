// The steps of a purchase as a person takes them; every journey consists of these.
import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { plain, type Words, words } from './words';

/** An address that only this call returns. */
export const newBuyer = (name = 'sara') => `${name}.${randomBytes(5).toString('hex')}@example.com`;

export type Cycle = 'monthly' | 'quarterly' | 'yearly';

/** Waits until the page is hydrated: React keeps its properties on every element it has taken over. */
export async function awake(page: Page) {
  await page.waitForFunction(() => {
    const part = document.querySelector('main');
    return part !== null && Object.keys(part).some((key) => key.startsWith('__reactProps'));
  });
}

/** The plan picker. */
export class BuyForm {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words = words('en')) {
    this.page = page;
    this.t = t;
  }

  async open(query = '') {
    await this.page.goto(`${this.t.prefix}/buy${query}`);
    await awake(this.page);
  }

  plan(cycle: Cycle): Locator {
    return this.page.getByRole('radio', { name: new RegExp(`^${this.t(`plan.name.${cycle}`)} `) });
  }

  /** The card around a plan's radio. */
  card(cycle: Cycle): Locator {
    return this.page.locator('label').filter({ has: this.plan(cycle) });
  }

  get email(): Locator {
    return this.page.getByLabel(this.t('pay.email'), { exact: true });
  }

  get currency(): Locator {
    return this.page.getByLabel(this.t('shell.currency'));
  }

  get summary(): Locator {
    return this.page.getByRole('region', { name: this.t('pay.summary') });
  }

  get button(): Locator {
    return this.summary.getByRole('button');
  }

  get alert(): Locator {
    return this.summary.getByRole('alert');
  }

  get total(): Locator {
    return this.summary
      .locator('p')
      .filter({ hasText: this.t('pay.total') })
      .locator('bdi');
  }

  async totalText(): Promise<string> {
    return plain(await this.total.innerText());
  }

  /** Expects this message beside the field, on screen and for screen readers. */
  async saysBesideField(text: string) {
    await expect(this.email).toHaveAccessibleDescription(text);
    await expect(this.email).toHaveAttribute('aria-invalid', 'true');
    await expect(this.email).toBeFocused();
    await expect(this.page.getByText(text, { exact: true })).toBeVisible();
  }

  /** Expects a usable form: nothing is pending, nothing is locked. */
  async isFree() {
    await expect(this.button).toHaveText(this.t('pay.button'));
    await expect(this.button).not.toHaveAttribute('aria-disabled', 'true');
    await expect(this.email).toBeEditable();
    await expect(this.plan('yearly')).toBeEnabled();
    await expect(this.currency).toBeEnabled();
  }

  /** Types the address and buys; ends on the hosted page. Returns the displayed total. */
  async buy(email: string): Promise<string> {
    await this.email.fill(email);
    const total = await this.totalText();
    await this.button.click();
    await onPayPage(this.page);
    return total;
  }
}

/** Expects the provider's hosted page, on another port. Returns the session's id. */
export async function onPayPage(page: Page): Promise<string> {
  await page.waitForURL(/\/pay\/cs_test_/);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/** Presses the button that pays. */
export const pay = (page: Page) => page.getByRole('button', { name: /^Pay and subscribe/ }).click();

/** The page after a payment. */
export class ResultPage {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words = words('en')) {
    this.page = page;
    this.t = t;
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  get retry(): Locator {
    return this.page.getByRole('link', { name: this.t('failed.retry') });
  }

  /** Expects a paid order, and no personal data in the address. */
  async isPaid() {
    await expect(this.heading).toHaveText(this.t('result.success'));
    await expect(this.page).toHaveURL(new RegExp(`:\\d+${this.t.prefix}/payment-success$`));
  }

  /** Expects a payment that can no longer be made, with a way back. */
  async isFailed() {
    await this.isNotPaid('failed.title');
  }

  /** Expects a payment that was left open, with a way back. */
  async isUnpaid() {
    await this.isNotPaid('result.unpaid.title');
  }

  /** Expects a refunded payment: no cause, and no retry. */
  async isRefunded() {
    await expect(this.heading).toHaveText(this.t('refunded.title'));
    await expect(this.heading).toBeFocused();
    await expect(this.page).toHaveTitle(new RegExp(`^${this.t('refunded.title')} `));
    await expect(this.retry).toHaveCount(0);
    for (const said of ['failed.title', 'failed.funds', 'result.success']) {
      await expect(this.page.getByText(this.t(said), { exact: true })).toHaveCount(0);
    }
  }

  /** Expects an amount that does not match its order: no way to pay again. Returns the order's number. */
  async isHeld(): Promise<string> {
    await expect(this.heading).toHaveText(this.t('held.title'), { timeout: 20_000 });
    await expect(this.heading).toBeFocused();
    await expect(this.page).toHaveTitle(new RegExp(`^${this.t('held.title')} `));
    for (const said of ['held.text', 'held.once', 'held.next']) {
      await expect(this.page.getByText(this.t(said), { exact: true })).toBeVisible();
    }
    await this.claimsNothing();
    const order = await this.fact('order');
    const support = this.page.getByRole('main').locator('a[href^=mailto]');
    await expect(support).toHaveAttribute('href', new RegExp(`^mailto:.*subject=.*${order}`));
    return order;
  }

  /** Expects a page that knows nothing yet and claims nothing. */
  async isChecked() {
    await expect(this.heading).toHaveText(this.t('failed.checking'));
    await this.claimsNothing();
  }

  /** Expects a page whose server did not answer, which says nothing about the payment. */
  async isUnanswered() {
    await expect(this.heading).toHaveText(this.t('result.error'));
    await expect(this.heading).toBeFocused();
    await expect(this.page).toHaveTitle(new RegExp(`^${this.t('result.error')} `));
    await expect(this.page.getByText(this.t('result.error.text'), { exact: true })).toBeVisible();
    await this.claimsNothing();
  }

  private async claimsNothing() {
    for (const claim of ['failed.title', 'failed.funds', 'failed.retry', 'result.unpaid.title', 'result.success']) {
      await expect(this.page.getByText(this.t(claim), { exact: true })).toHaveCount(0);
      expect(await this.page.title()).not.toContain(this.t(claim));
    }
  }

  private async isNotPaid(title: string) {
    await expect(this.heading).toHaveText(this.t(title));
    await expect(this.heading).toBeFocused();
    await expect(this.page).toHaveTitle(new RegExp(`^${this.t(title)} `));
    await expect(this.page).toHaveURL(new RegExp(`:\\d+${this.t.prefix}/payment-failed$`));
    await expect(this.page.getByText(this.t('result.success'))).toHaveCount(0);
  }

  async fact(key: 'order' | 'ends' | 'amount' | 'email'): Promise<string> {
    return this.stated(this.t(`result.${key}`));
  }

  /** The refunded amount, as the page states it. */
  async returned(): Promise<string> {
    return this.stated(this.t('refunded.amount'));
  }

  private async stated(name: string): Promise<string> {
    const term = this.page.locator('dt').getByText(name, { exact: true });
    return plain(await term.locator('xpath=following-sibling::dd').innerText());
  }

  /** Everything the page states about the order. */
  async facts() {
    return {
      order: await this.fact('order'),
      ends: await this.fact('ends'),
      amount: await this.fact('amount'),
      email: await this.fact('email'),
    };
  }
}
