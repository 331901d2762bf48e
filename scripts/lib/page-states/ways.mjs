// Steps that the ways to several states share.

let buyers = 0;

/** An address that only this call returns. */
export function newBuyer() {
  buyers += 1;
  return `shots-${buyers}@example.com`;
}

/** The language prefix of a path; `own` is the language that has none in its area. */
export const prefix = (language, own = 'en') => (language === own ? '' : `/${language}`);

/** Opens a page and waits until React has hydrated it: input before that is lost. */
export async function enter(page, path) {
  await page.goto(path);
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

/** A call of the shop, as its pages send it. */
export async function call(page, path, data) {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Sends a command to the sandbox. */
export const control = (shop, path, data = {}) =>
  fetch(`${shop.sandbox}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });

/** Waits for the bank's page of an iDEAL payment, ends the payment with a status, and returns to the shop. */
export async function atBank(page, status) {
  await page.locator(`input[value=${status}]`).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Passes the call to the server and gives the page a changed answer. */
export const changed = (page, path, change) =>
  page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

/** A paid order, as the status calls describe it after its refund. */
export const refunded = (known) => (known.payment_status === 'paid' ? { ...known, payment_status: 'refunded' } : known);

/** An open order, as the status calls describe it while it is held. */
export const held = (known) => ({ ...known, held: true });

export const lastSegment = (address) => new URL(address).pathname.split('/').at(-1);
