// Withdrawing from an order: two steps, each a document of its own, with scripts and without; the receipt goes to
// the order's address.
import { awake, BuyForm, newBuyer, onPayPage, pay, ResultPage } from './buying';
import { lettersTo } from './provider';
import { expect, test, violations } from './shop';
import { plain, words } from './words';

test('an order is withdrawn from in two steps, and the receipt has the statement', async ({
  page,
  shop,
  browser,
  complaints,
}) => {
  const t = words('en');
  const buyer = newBuyer('amal');
  await new BuyForm(page, t).open();
  await new BuyForm(page, t).buy(buyer);
  await onPayPage(page);
  await pay(page);
  await new ResultPage(page, t).isPaid();
  await expect.poll(async () => (await lettersTo(shop, buyer)).length, { timeout: 15_000 }).toBe(1);
  const [receipt] = await lettersTo(shop, buyer);
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(receipt?.text ?? '')?.[0] ?? '';

  await page.goto('/support');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell.withdrawal') })
    .first()
    .click();
  await awake(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('withdrawal.title'));
  expect(await violations(page)).toEqual([]);

  complaints.expect(/status of 422/);
  const field = (name: string) => page.getByLabel(t(`withdrawal.${name}`), { exact: true });
  await field('email').fill(buyer);
  await page.getByRole('button', { name: t('withdrawal.review') }).click();
  await expect(field('order')).toHaveAccessibleDescription(t('problem.order_number_invalid'));
  await expect(field('order')).toBeFocused();
  await expect(field('email')).toHaveValue(buyer);

  await field('order').fill(number.toLowerCase().replace('-', ' '));
  await field('order').press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(t('withdrawal.confirm.title'));
  await expect(heading).toBeFocused();
  await expect(page.getByRole('blockquote')).toHaveText(t('withdrawal.statement', { order: number }));
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: t('withdrawal.change') }).click();
  await expect(field('order')).toHaveValue(number);
  await page.getByRole('button', { name: t('withdrawal.review') }).click();
  await page.getByRole('button', { name: t('withdrawal.confirm') }).click();
  await expect(heading).toHaveText(t('withdrawal.done.title'));
  await expect(page.getByRole('main')).toContainText(number);
  expect(await violations(page)).toEqual([]);
  // The order's receipt, the withdrawal's receipt, and the letter about the ended renewal.
  await expect.poll(async () => (await lettersTo(shop, buyer)).length, { timeout: 15_000 }).toBe(3);
  const texts = (await lettersTo(shop, buyer)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes(t('withdrawal.statement', { order: number })))).toHaveLength(1);

  // Without scripts, in Arabic, for an order that does not exist: the same steps and the same end.
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const quiet = await context.newPage();
  const ar = words('ar');
  await quiet.goto(`${shop.url}/ar/terms`);
  await quiet
    .getByRole('main')
    .getByRole('link', { name: ar('shell.withdrawal') })
    .first()
    .click();
  await quiet.getByLabel(ar('withdrawal.order'), { exact: true }).fill('0000-0000');
  await quiet.getByLabel(ar('withdrawal.email'), { exact: true }).fill('nobody@example.com');
  await quiet.getByRole('button', { name: ar('withdrawal.review') }).click();
  await quiet.getByRole('button', { name: ar('withdrawal.confirm') }).click();
  await expect(quiet.getByRole('heading', { level: 1 })).toHaveText(ar('withdrawal.done.title'));
  expect(plain(await quiet.getByRole('main').innerText())).toContain('0000-0000');
  await context.close();
});
