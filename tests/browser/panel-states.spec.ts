// Every state of sign-in, mailed link, panel and receipt in five languages: what it says, by role and accessible name, what
// is announced, where the focus is, and no English left over; axe in two of them. Colours and screens are combined in
// pairs. Answers that a shop gives rarely come from here; everything else is the shop's.
import type { Page } from '@playwright/test';
import { buyEach, delivered, signIn } from '../../scripts/lib/trial-account.mjs';
import { otherCodes, Visitor } from '../../scripts/lib/visitor.mjs';
import { ACCOUNT_STATES } from './account-states';
import { violationTexts } from './axe';
import { awake, BuyForm, newBuyer, onPayPage, ResultPage } from './buying';
import { cutOff, sticksOut } from './fitting';
import { leftovers } from './leftovers';
import { ORDER_STATES } from './order-states';
import { pairwise } from './pairwise';
import {
  alarmed,
  askForCode,
  button,
  heading,
  openPanel,
  type Play,
  type Stage,
  says,
  sentence,
  unfold,
} from './panel-stage';
import { chargesOf, lettersTo } from './provider';
import { expect, test } from './shop';
import { SIGN_IN_STATES } from './sign-in-states';
import { mailedCode } from './signing-in';
import { type Lang, type Words, words } from './words';

const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'] as const satisfies readonly Lang[];
const SCREENS = { '1280 px': 1280, '320 px': 320 };

const STATES = { ...SIGN_IN_STATES, ...ORDER_STATES, ...ACCOUNT_STATES };

/** Each state once in each language; its colours and its screen are those of a combination in pairs. */
const SIGHTS = pairwise({
  state: Object.keys(STATES),
  language: LANGUAGES,
  scheme: ['light', 'dark'] as const,
  screen: Object.keys(SCREENS) as (keyof typeof SCREENS)[],
});

const sightOf = (state: string, language: Lang) => {
  const sight = SIGHTS.find((one) => one.state === state && one.language === language);
  if (!sight) throw new Error(`${state} is never seen in ${language}`);
  return sight;
};

/**
 * Whether axe looks at a state in that language: it judges roles, names and contrasts, which change with the reading
 * direction and the colours, hardly with the words. So in Arabic, and in the other colours in a language that changes
 * from state to state; in every language with ONEFARE_SWEEP=all, which `npm run prove -- pages` sets.
 */
function isForAxe(state: string, language: Lang): boolean {
  if (process.env.ONEFARE_SWEEP === 'all' || language === 'ar') return true;
  const { scheme } = sightOf(state, 'ar');
  const others = SIGHTS.filter((one) => one.state === state && one.scheme !== scheme);
  return language === others[Object.keys(STATES).indexOf(state) % others.length]?.language;
}

async function found(page: Page, t: Words, state: string): Promise<string[]> {
  const [out, cut, english] = [await sticksOut(page), await cutOff(page), await leftovers(page, t.lang)];
  const named = (name: string) => (text: string) => `${name}: ${text}`;
  return [
    ...out.map(named('sticks out')),
    ...cut.map(named('cut off')),
    ...english.map(named('English')),
    ...(isForAxe(state, t.lang) ? await violationTexts(page) : []),
  ];
}

async function play(state: string, way: Play, stage: Omit<Stage, 'look'>, before: { page?: Page }) {
  const { t } = stage;
  const { scheme, screen } = sightOf(state, t.lang);
  // A page of its own: nothing that was answered, stored in it or set before is there.
  await before.page?.close();
  const page = await stage.page.context().newPage();
  before.page = page;
  await page.setViewportSize({ width: SCREENS[screen], height: 720 });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const look = async (what = '') => {
    expect.soft(await found(page, t, state), `${state} ${what}: ${t.lang}, ${scheme}, ${screen}`).toEqual([]);
  };
  await way({ ...stage, page, look });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

for (const language of LANGUAGES) {
  test(`every state of sign-in and panel: ${language}`, async ({ browser, page, shop, complaints }) => {
    test.setTimeout(180_000);
    complaints.expect(/status of (401|404|409|429|500|503)/);
    const t = words(language);
    const email = newBuyer();
    await buyEach(shop, { email, language });
    const [stage, before] = [{ page, shop, t, email }, {}];
    for (const [state, way] of Object.entries(SIGN_IN_STATES)) {
      await test.step(state, () => play(state, way, stage, before));
    }
    // The last of them has signed in.
    await delivered(page.request, 4);
    for (const [state, way] of Object.entries({ ...ORDER_STATES, ...ACCOUNT_STATES })) {
      await test.step(state, () => play(state, way, stage, before));
    }

    // Signing out everywhere ends the session of another browser too, whose panel is open.
    const other = await browser.newContext({ baseURL: shop.url });
    await signIn(other.request, shop, email);
    const elsewhere = await other.newPage();
    await openPanel({ ...stage, page: elsewhere, look: async () => {} });
    await elsewhere.evaluate(() => localStorage.setItem('authToken', 'signed-in'));
    await openPanel({ ...stage, look: async () => {} });
    await button(page, t('panel.sign_out.everywhere')).press('Enter');
    await expect(heading(page, t('login.title'))).toBeVisible();
    await unfold(elsewhere, t);
    await button(elsewhere, t('panel.letters')).press('Enter');
    await expect(heading(elsewhere, t('login.title'))).toBeVisible();
    expect(await elsewhere.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
    await other.close();
  });
}

test('a trial is cancelled as easily as it was begun: two presses in the panel, and nothing is charged', async ({
  page,
  shop,
}) => {
  const t = words('nl');
  const [form, buyer] = [new BuyForm(page, t), newBuyer()];
  await page.goto(`${t.prefix}/trial`);
  await awake(page);
  await form.email.fill(buyer);
  await page.getByRole('checkbox').check();
  await form.button.click();
  await onPayPage(page);
  await page.getByRole('button', { name: 'Confirm, nothing due today' }).click();
  await new ResultPage(page, t).isPaid();
  await page
    .getByRole('link', { name: t('result.manage'), exact: true })
    .first()
    .click();
  await awake(page);
  await askForCode({ page, shop, t, email: buyer, look: async () => {} });
  await page.keyboard.insertText(await mailedCode(shop, buyer));

  const card = page.getByRole('article');
  await says(card, sentence(t, 'panel.next.trial'));
  await button(card, t('panel.cancel.trial')).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('panel.cancel.trial'), exact: true });
  await button(dialog, t('panel.cancel.confirm')).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('article div[tabindex="-1"]:focus')).toHaveCount(1);
  await expect(async () => {
    await page.reload();
    await says(card, sentence(t, 'panel.cancelled'));
  }).toPass();
  await expect(button(card, t('panel.cancel.trial'))).toHaveCount(0);
  const about = /proefperiode .* opgezegd/i;
  await expect
    .poll(async () => (await lettersTo(shop, buyer)).filter(({ subject }) => about.test(subject)).length)
    .toBe(1);
  expect(await chargesOf(shop, buyer)).toEqual([]);
});

test('after too many wrong codes the mailed link signs in, by its button and once', async ({ page, shop }) => {
  const t = words('fr');
  const email = newBuyer();
  await buyEach(shop, { email, language: 'fr', kinds: ['card'] });
  const letters = async () => (await lettersTo(shop, email)).length;
  await expect.poll(letters).toBe(1);
  for (let round = 0; round < 4; round += 1) {
    const stranger = new Visitor(shop);
    await stranger.ask(email);
    await expect.poll(letters).toBe(2 + round);
    for (const code of otherCodes(3, await mailedCode(shop, email)))
      expect(await stranger.type(email, code)).toBe(false);
  }
  await page.goto(`${t.prefix}/panel`);
  await awake(page);
  await askForCode({ page, shop, t, email, look: async () => {} });
  let link = '';
  await expect(async () => {
    const texts = (await lettersTo(shop, email)).flatMap(({ text }) => text.split(/\s+/));
    link = texts.find((word) => word.includes('/panel/link#')) ?? '';
    expect(link).not.toBe('');
  }).toPass();
  await page.goto(link);
  await awake(page);
  expect((await page.request.get('/api/account')).status(), 'opening it signs nobody in').toBe(401);
  await button(page, t('login.link.button')).press('Enter');
  await expect(heading(page, t('panel.title'))).toBeVisible();
  await expect(page).toHaveURL(`${t.prefix}/panel`);
  await page.goto('/support');
  await page.goto(link);
  await awake(page);
  await button(page, t('login.link.button')).press('Enter');
  await alarmed(page, t('login.link.over'));
});

test('what anybody can write into the browser opens nothing', async ({ page, complaints }) => {
  complaints.expect(/status of 401/);
  const t = words('en');
  await page.addInitScript(() => {
    if (sessionStorage.getItem('forged')) return;
    sessionStorage.setItem('forged', 'once');
    for (const key of ['authToken', 'paymentEmail', 'im_ref']) localStorage.setItem(key, 'amal@example.com');
    localStorage.setItem('selectedLanguage', 'en');
  });
  const calls = ['', '/data', '/sessions', '/orders/ABCD-1234/receipt', '/orders/ABCD-1234/esim'];
  const asked = () =>
    page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => (await fetch(`/api/account${path}`)).status)),
      calls,
    );
  for (const path of ['/panel', '/panel/receipt/x', '/panel/link']) {
    await page.goto(path);
    await awake(page);
    expect(await page.evaluate(() => localStorage.getItem('paymentEmail')), path).toBe('amal@example.com');
    expect(await asked(), path).toEqual(calls.map(() => 401));
    await expect(page.getByText('amal@example.com')).toHaveCount(0);
    if (path === '/panel/link') {
      await button(page, t('login.link.button')).click();
      await alarmed(page, t('login.link.over'));
    } else {
      await expect(page.getByRole('textbox', { name: t('login.email') })).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken')), path).toBeNull();
    }
    await page.evaluate(() => sessionStorage.clear());
  }
});
