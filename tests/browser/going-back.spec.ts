// Back from the hosted page, and reload: offer pages are usable again, with the same price.
import { awake, BuyForm, newBuyer, onPayPage } from './buying';
import { expect, test } from './shop';
import { words } from './words';

const PAGES = [
  ['/flash-sale-phrase', 'AED 90.00'],
  ['/quietharbor-special', 'AED 105.00'],
  ['/trial', 'AED 0.00'],
] as const;

for (const [path, total] of PAGES) {
  test(`${path} can be used after Back and after a reload`, async ({ page }) => {
    const t = words('en');
    const form = new BuyForm(page, t);
    const isTrial = path === '/trial';
    const box = page.getByRole('checkbox', { name: t('trial.acknowledge') });
    const isFree = async () => {
      await awake(page);
      await expect(form.email).toBeEditable();
      await expect(form.plan('yearly').or(page.getByRole('radio', { name: /^7 Days Trial/ }))).toBeEnabled();
      expect(await form.totalText()).toBe(total);
      if (isTrial) await box.check();
      await expect(form.button).not.toHaveAttribute('aria-disabled', 'true');
    };
    await page.goto(path);
    await isFree();
    const buyer = newBuyer();
    await form.email.fill(buyer);
    await form.button.click();
    const session = await onPayPage(page);
    await page.goBack();
    await isFree();
    await page.reload();
    await isFree();
    // The same purchase leads to the same hosted page.
    await form.email.fill(buyer);
    await form.button.click();
    expect(await onPayPage(page)).toBe(session);
  });
}
