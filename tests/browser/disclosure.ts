// "How this price is made" as a person opens and reads it, and documents damaged in transit.
import { expect, type Locator, type Page } from '@playwright/test';
import { plain, type Words } from './words';

/** The disclosure of a page that explains one price. */
export const disclosure = (page: Page): Locator => page.locator('details').filter({ has: page.locator('summary') });

export async function open(page: Page, t: Words) {
  // A plan in the plan picker's address scrolls to the e-mail field: a click during the scroll may hit the summary
  // twice.
  if (page.url().includes('package=')) await expect(page.getByLabel(t('pay.email'))).toBeFocused();
  await page.getByText(t('how.title'), { exact: true }).click();
  await expect(disclosure(page)).toHaveAttribute('open');
}

/** Each line as displayed: label and amount. */
export async function lines(page: Page): Promise<[string, string][]> {
  const found = disclosure(page).locator('dl > div');
  await expect(found.first()).toBeVisible();
  return Promise.all(
    (await found.all()).map(
      async (line): Promise<[string, string]> => [
        plain(await line.locator('dt').innerText()),
        plain(await line.locator('dd').innerText()),
      ],
    ),
  );
}

/** Replaces a text in the document, as if it had been damaged in transit. */
export async function damaged(page: Page, from: string, to: string, path = /\/buy(\?|$)/) {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    expect(text).toContain(from);
    await route.fulfill({ response: answer, body: text.replaceAll(from, to) });
  });
}

/** Blocks the rules, as in a browser without WebAssembly or a network that refuses the file. */
export const withoutWasm = (page: Page) => page.route(/\.wasm(\?|$)/, (route) => route.abort());
