// Browsers of 2023 lack interfaces that newer ones have, and some refuse cookies or storage: the shop sells all the same.
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { listedPages } from './listed-pages';
import { lettersTo } from './provider';
import { expect, test } from './shop';
import { words } from './words';

/** Removes what browsers got after 2023. */
const OF_2023 = `
  for (const [owner, names] of [
    [AbortSignal, ['any', 'timeout']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [URL, ['parse']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [window, ['requestIdleCallback', 'navigation', 'cookieStore', 'Iterator']],
    [document, ['startViewTransition']],
    [Document.prototype, ['startViewTransition']],
    [HTMLElement.prototype, ['hidePopover', 'showPopover']],
  ]) for (const name of names) Reflect.deleteProperty(owner, name);`;

/** Cookies and storage throw, as in sandboxed frames and with strict privacy settings. */
const REFUSING = `
  const refuse = { get() { throw new DOMException('refused', 'SecurityError'); },
                   set() { throw new DOMException('refused', 'SecurityError'); } };
  Object.defineProperty(Document.prototype, 'cookie', refuse);
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refuse);`;

test('a browser of 2023 buys, sees the outcome, and asks for a sign-in code', async ({ page, shop }) => {
  await page.addInitScript(OF_2023);
  const t = words('en');
  const buyer = newBuyer();
  const form = new BuyForm(page);
  await form.open('?code=SPRING20');
  await form.buy(buyer);
  await onPayPage(page);
  await pay(page);
  await new ResultPage(page).isPaid();
  await page.goto('/panel');
  await awake(page);
  await page.getByLabel(t('login.email'), { exact: true }).fill(buyer);
  await page.getByRole('button', { name: t('login.send') }).click();
  await expect(async () => expect(await lettersTo(shop, buyer)).toHaveLength(2)).toPass();
});

test('every page keeps its words where cookies and storage are refused', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 404 .*no-such-page/);
  await page.addInitScript(REFUSING);
  const { paths, address } = await listedPages(shop);
  test.setTimeout(paths.length * 5_000);
  for (const path of paths) {
    await page.goto(address(path, 'en'));
    await awake(page);
    await expect(page.locator('main h1')).toBeVisible();
  }
  const form = new BuyForm(page);
  await form.open();
  await form.buy(newBuyer());
});
