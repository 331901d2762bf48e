// The base of every journey: `import { axe, expect, test } from './shop'`. `test` gives a shop per worker and a page
// that opens its addresses directly (`page.goto('/buy')`), and fails on any complaint of the browser.
import { test as base } from '@playwright/test';
import { openShop } from '../../scripts/lib/trial-shop.mjs';
import { Complaints, watch } from './complaints';

export { expect } from '@playwright/test';
export { axe, violations } from './axe';
export { openShop };

export type Shop = Awaited<ReturnType<typeof openShop>>['shop'];

export const test = base.extend<{ complaints: Complaints }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from this pattern.
    async ({}, use) => {
      const { shop, close } = await openShop();
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  complaints: async ({ context }, use) => {
    const complaints = new Complaints();
    await watch(context, complaints);
    await use(complaints);
    if (complaints.unexpected.length > 0) {
      throw new Error(`The browser complained:\n${complaints.unexpected.join('\n')}`);
    }
  },

  // Every page comes from this fixture, so no test can forget to watch its complaints.
  page: async ({ context, complaints }, use) => {
    void complaints;
    await use(await context.newPage());
  },
});
