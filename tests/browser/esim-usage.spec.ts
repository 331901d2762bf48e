// The data left on an eSIM, as its owner sees it in the panel.
import { awake, newBuyer, onPayPage } from './buying';
import { breakDown, esimOrders, lettersTo, mend, useEsim } from './provider';
import { axe, expect, test } from './shop';
import { mailedCode } from './signing-in';
import { plain, words } from './words';

const GB = 1024 ** 3;

for (const lang of ['en', 'ar'] as const) {
  test(`the owner sees how much data is left, and how long: ${lang}`, async ({ page, shop }) => {
    const t = words(lang);
    const buyer = newBuyer();
    await page.goto(`${t.prefix}/esim/checkout/1?plan=1-3072-15`);
    await awake(page);
    await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
    await page.locator('form button[type=submit]').click();
    await onPayPage(page);
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(page.getByRole('img', { name: t('delivered.qr.name') })).toBeVisible({ timeout: 20_000 });
    const [order] = await esimOrders(shop);

    // The page and both letters link to it, in the order's language.
    const link = page.getByRole('main').getByRole('link', { name: t('esim.panel') });
    await expect(link).toHaveAttribute('href', `${t.prefix}/panel`);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: t('esim.panel') })).toHaveAttribute(
      'href',
      `${t.prefix}/panel`,
    );
    await expect.poll(async () => (await lettersTo(shop, buyer)).length, { timeout: 15_000 }).toBe(2);
    const addresses = (await lettersTo(shop, buyer)).map(({ text }) => /https?:\/\/\S+\/panel\b/.exec(text)?.[0] ?? '');
    expect(addresses).toEqual([`${shop.url}${t.prefix}/panel`, `${shop.url}${t.prefix}/panel`]);
    await page.goto(addresses[0] ?? '');
    await awake(page);
    const address = page.getByRole('textbox', { name: t('login.email') });
    await address.fill(buyer);
    await address.press('Enter');
    await expect(page.getByRole('textbox', { name: t('login.code') })).toBeFocused();
    // Slightly more than half a gigabyte used: the page rounds the rest down.
    await useEsim(shop, order?.order_no ?? '', GB / 2 + 1);
    await page.keyboard.insertText(await mailedCode(shop, buyer));
    const meter = page.getByRole('meter', { name: t('panel.esim.meter') });
    await expect(meter).toHaveAttribute('aria-valuenow', '84');
    const [of] = plain(t('panel.esim.left', { left: '|', total: '|' })).split('|');
    const card = plain(await page.getByRole('article').first().innerText());
    expect(card).toContain((of ?? '').trim());
    expect(card).toMatch(lang === 'ar' ? /2\.4 جيجابايت من 3 جيجابايت/ : /2\.4 GB of 3 GB left/);
    expect(card).toMatch(/\d{4}/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await axe(page);
    }
  });
}

test('a silent supplier keeps nobody from the eSIM', async ({ page, shop, complaints }) => {
  complaints.expect(/status of 503/);
  const t = words('en');
  const buyer = newBuyer();
  await page.goto('/esim/checkout/1?plan=1-3072-15');
  await awake(page);
  await page.getByLabel(t('order.email'), { exact: true }).fill(buyer);
  await page.locator('form button[type=submit]').click();
  await onPayPage(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('img', { name: t('delivered.qr.name') })).toBeVisible({ timeout: 20_000 });
  await page.goto('/panel');
  await awake(page);
  const address = page.getByRole('textbox', { name: t('login.email') });
  await address.fill(buyer);
  await address.press('Enter');
  await expect(page.getByRole('textbox', { name: t('login.code') })).toBeFocused();
  await breakDown(shop, 'esim_access.esim.query');
  await page.keyboard.insertText(await mailedCode(shop, buyer));
  await expect(page.getByText(t('panel.esim.unknown'))).toBeVisible();
  await mend(shop);
  await page.getByRole('button', { name: t('panel.esim.show') }).click();
  await expect(page.getByRole('img', { name: t('panel.esim.qr') })).toBeVisible();
});
