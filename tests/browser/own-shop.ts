// For journeys that change what is sold: a shop in which no other journey buys.
import { test as base, openShop, type Shop } from './shop';

export { expect } from './shop';

export const test = base.extend<object, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from this pattern.
    async ({}, use) => {
      const { shop, close } = await openShop();
      await use(shop);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
