// The states of pages that no address alone shows: a person's way to each of them, played in a browser on a trial shop
// with its sandbox providers.

let buyers = 0;
function newBuyer() {
  buyers += 1;
  return `shots-${buyers}@example.com`;
}

const prefix = (language, own = 'en') => (language === own ? '' : `/${language}`);

/** Goes to a page and waits until React has taken it over: what is typed before that is not answered. */
async function enter(page, path) {
  await page.goto(path);
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}

async function call(page, path, data) {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

const control = (shop, path, data = {}) =>
  fetch(`${shop.sandbox}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });

const lastSegment = (address) => new URL(address).pathname.split('/').at(-1);

/** Buys twelve months by card up to the pay page; the id of its session. */
async function atCardPage(page, language) {
  const { checkout_url } = await call(page, '/api/subscription/get_checkout_link', {
    email: newBuyer(),
    selectedPackage: 'vpn-12m',
    currency: 'AED',
    expected_amount: 15_000,
    language,
    return_to: '/buy',
  });
  return lastSegment(checkout_url);
}

/** Ends an iDEAL payment of the deal in a status, and comes back from the bank. */
async function backFromBank(page, language, status) {
  const deal = { package: 12, selectedPackage: 12, email: newBuyer(), language };
  const { checkout_url } = await call(page, '/api/mollie/create-payment', deal);
  await page.goto(checkout_url);
  await page.locator(`input[value=${status}]`).check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Orders the first data plan of a country by card. */
async function orderDataPlan(page, language, email) {
  await enter(page, `${prefix(language)}/esim/checkout/1`);
  await page.locator('input[name=method][value=card]').check();
  await page.locator('input[type=email]').fill(email);
  await page.locator('main form button[type=submit]').first().click();
}

/** The same to its end, and back. */
async function afterDataPlan(page, language, outcome, email = newBuyer()) {
  await orderDataPlan(page, language, email);
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: outcome }).first().click();
}

/** Each state: its name, and the way to it. */
export const STATES = [
  ['buy-code-applied', (page, { language }) => page.goto(`${prefix(language)}/buy?code=SPRING20`)],
  ['buy-code-expired', (page, { language }) => page.goto(`${prefix(language)}/buy?code=SUMMER25`)],
  ['buy-trial-code', (page, { language }) => page.goto(`${prefix(language)}/buy?code=trial`)],
  [
    'buy-email-refused',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/buy`);
      await page.locator('input[type=email]').fill('amal@');
      await page.keyboard.press('Enter');
    },
  ],
  ['partner-unknown', (page, { language }) => page.goto(`${prefix(language)}/nobodyknows-special`)],
  ['unknown-address', (page, { language }) => page.goto(`${prefix(language)}/no-such-page`)],
  [
    'card-paid',
    async (page, { shop, language }) => {
      const session = await atCardPage(page, language);
      await control(shop, `sessions/${session}/pay`);
      await page.goto(`${prefix(language)}/payment-success?session_id=${session}`);
    },
  ],
  [
    'card-pending',
    async (page, { language }) => {
      const session = await atCardPage(page, language);
      await page.goto(`${prefix(language)}/payment-success?session_id=${session}`);
    },
  ],
  [
    'card-failed',
    async (page, { language }) => {
      const session = await atCardPage(page, language);
      await page.goto(`${prefix(language)}/payment-failed?session_id=${session}`);
    },
  ],
  [
    'sign-in-code',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/panel`);
      await page.locator('input[type=email]').fill(newBuyer());
      await page.keyboard.press('Enter');
    },
  ],
  ['card-unknown', (page, { language }) => page.goto(`${prefix(language)}/payment-success?session_id=cs_test_unknown`)],
  ['deal-paid', (page, { language }) => backFromBank(page, language, 'paid')],
  ['deal-pending', (page, { language }) => backFromBank(page, language, 'pending')],
  ['deal-failed', (page, { language }) => backFromBank(page, language, 'failed')],
  ['esim-paid', (page, { language }) => afterDataPlan(page, language, /^Pay /)],
  [
    'esim-installed',
    async (page, { language }) => {
      await afterDataPlan(page, language, /^Pay /);
      await page.locator('main code').first().waitFor({ timeout: 20_000 });
      for (const guide of await page.locator('main details > summary').all()) await guide.click();
    },
  ],
  [
    'esim-bought-again',
    async (page, { language }) => {
      const email = newBuyer();
      await afterDataPlan(page, language, /^Pay /, email);
      await page.locator('main code').first().waitFor({ timeout: 20_000 });
      await orderDataPlan(page, language, email);
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'esim-search-empty',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/esim/countries`);
      await page.locator('input[type=search]').fill('zzzz');
    },
  ],
  [
    'esim-code-refused',
    async (page, { language }) => {
      await enter(page, `${prefix(language)}/esim/checkout/1`);
      await page.locator('main input:not([type=email]):not([type=radio])').first().fill('NOSUCHCODE');
      await page.keyboard.press('Enter');
    },
  ],
];
