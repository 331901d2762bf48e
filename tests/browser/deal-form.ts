// The deal page as a person uses it: a plan, then one dialog for the address and one for the payment method.
import { expect, type Page } from '@playwright/test';
import { awake } from './buying';
import type { Words } from './words';

export const PATH = '/affiliate-vpn-deals';

export class DealForm {
  readonly page: Page;
  readonly t: Words;

  constructor(page: Page, t: Words) {
    this.page = page;
    this.t = t;
  }

  async open() {
    await this.page.goto(`${this.t.dealPrefix}${PATH}`);
    await awake(this.page);
  }

  choice(name: string) {
    return this.page.getByRole('button', { name: `${this.t('deal.choose')} ${name}`, exact: true });
  }

  get yearly() {
    // Right-to-left pages isolate each figure of a sentence.
    const figure = (number: number) => `\u2068?${number}\u2069?`;
    const name = this.t('deal.name.free', { free: figure(4), paid: figure(12) }).replace('+', '\\+');
    return this.page.getByRole('button', { name: new RegExp(`^${this.t('deal.choose')} ${name}$`) });
  }

  get emailDialog() {
    return this.page.getByRole('dialog', { name: this.t('deal.email.title') });
  }

  get methodDialog() {
    return this.page.getByRole('dialog', { name: this.t('deal.method.title') });
  }

  get email() {
    return this.emailDialog.getByLabel(this.t('pay.email'), { exact: true });
  }

  method(method: 'card' | 'ideal') {
    return this.methodDialog.getByRole('button').filter({ hasText: this.t(`deal.method.${method}`) });
  }

  async goToMethods(email: string) {
    await this.yearly.click();
    await this.email.fill(email);
    await this.emailDialog.getByRole('button', { name: this.t('deal.continue') }).click();
    await expect(this.methodDialog).toBeVisible();
  }
}
