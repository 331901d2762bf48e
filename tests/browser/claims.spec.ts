// The shop's claims about itself, as the specification words them.
import { BuyForm } from './buying';
import { expect, test } from './shop';
import { words } from './words';

for (const lang of ['en', 'ar'] as const) {
  test(`the review badges read as specified, ${lang}`, async ({ page }) => {
    const form = new BuyForm(page, words(lang));
    await form.open();
    for (const reviews of ['+60', '113.2K']) {
      const badge = page.getByRole('listitem').filter({ hasText: reviews });
      const count = badge.locator('bdi').getByText(reviews, { exact: true });
      await expect(count).toBeVisible();
      // The first character is drawn on the left in both directions of writing.
      const [first = 0, last = 0] = await count.evaluate((it) => {
        const text = it.firstChild;
        const left = (at: number) => {
          const range = document.createRange();
          if (text) range.setStart(text, at);
          if (text) range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        };
        return [left(0), left((text?.textContent?.length ?? 1) - 1)];
      });
      expect(first).toBeLessThan(last);
    }
  });
}
