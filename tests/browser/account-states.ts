// The panel's states for the account itself, beside its orders, and those of a receipt.
import {
  alarmed,
  announced,
  ask,
  button,
  heading,
  hold,
  like,
  OVER,
  only,
  open,
  openPanel,
  type Play,
  refuse,
  says,
  sentence,
  slot,
  type View,
} from './panel-stage';
import { expect } from './shop';
import { plain } from './words';

/** Each state of the account apart from single orders, and of a receipt. */
export const ACCOUNT_STATES: Record<string, Play> = {
  'another address is refused at every step': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, only('card'));
    const dialog = await ask(stage, 'panel.email');
    const typed = dialog.getByRole('textbox', { name: t('panel.email.new') });
    for (const [status, code] of [
      [409, 'email_correction_over'],
      [429, 'rate_limited'],
    ] as const) {
      await refuse(page, /\/account\/email$/, status, code);
      await typed.fill('noor@example.com');
      await typed.press('Enter');
      await alarmed(dialog, t(`problem.${code}`));
      await page.unroute(/\/account\/email$/);
    }
    await look('the address');
    await page.route(/\/account\/email$/, (route) => route.fulfill({ json: { success: true } }));
    await typed.press('Enter');
    const boxes = dialog.getByRole('textbox');
    await expect(boxes).toHaveCount(2);
    await expect(boxes.last()).toHaveAccessibleName(plain(t('panel.email.code', { email: 'noor@example.com' })));
    await boxes.first().fill('1234');
    await boxes.first().press('Enter');
    await expect(boxes.last()).toHaveAccessibleDescription(t('problem.otp_invalid'));
    await boxes.last().fill('1234');
    await refuse(page, /\/email\/confirm$/, 409, 'email_change_over');
    await boxes.last().press('Enter');
    await alarmed(dialog, t('problem.email_change_over'));
    await look('the codes');
    await button(dialog, t('panel.email.again')).press('Enter');
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
  },

  'deleting says what becomes of each order': async (stage) => {
    const { t, look } = stage;
    const product = 'P';
    const facts: [Record<string, unknown>, string][] = [
      [{ product }, 'panel.delete.renews'],
      [{ product, renewal: 'cancelling', next_charge_on: undefined }, 'panel.delete.stops'],
      [{ ...OVER, product, renewal: 'once', next_charge_on: undefined, ends_on: '1-2' }, 'panel.delete.runs'],
      [{ ...OVER, product, state: 'preparing', next_charge_on: undefined }, 'panel.delete.other'],
      [{ ...OVER, product, is_subscription: false, next_charge_on: undefined }, 'panel.delete.data'],
    ];
    await openPanel(
      stage,
      like(
        'card',
        facts.map(([fact]) => fact),
      ),
    );
    const dialog = await ask(stage, 'panel.delete');
    await expect(dialog.getByText(t('panel.delete.lead'))).toBeFocused();
    for (const key of ['gone', 'gone.text', 'kept', 'kept.text', 'ends']) {
      await expect(dialog.getByText(t(`panel.delete.${key}`), { exact: true })).toBeVisible();
    }
    for (const [, key] of facts) await says(dialog, sentence(t, key));
    const typed = dialog.getByRole('textbox', { name: t('panel.delete.email') });
    await typed.fill('somebody@example.com');
    await typed.press('Enter');
    await expect(typed).toHaveAccessibleDescription(t('problem.email_of_another'));
    await expect(typed).toBeFocused();
    await look();
  },

  'the language of the letters': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, only('card'));
    const select = page.getByRole('combobox', { name: t('panel.language'), exact: true });
    await expect(select).toHaveValue(t.lang);
    await refuse(page, /\/account\/language$/, 503, 'provider_unavailable');
    const [other, name] = t.lang === 'de' ? ['fr', 'Français'] : ['de', 'Deutsch'];
    await select.selectOption(other ?? '');
    await alarmed(page, t('problem.provider_unavailable'));
    await expect(select).toHaveValue(t.lang);
    await page.unroute(/\/account\/language$/);
    await select.selectOption(other ?? '');
    await announced(page, t('panel.language.done', { language: slot(t, name ?? '') }));
    const kept = () => page.evaluate(() => localStorage.getItem('selectedLanguage'));
    expect(await kept()).toBe(other);
    const { language } = await (await page.request.get('/api/account')).json();
    expect(language).toBe(other);
    await look();
    await select.selectOption(t.lang);
    await expect.poll(kept).toBe(t.lang);
  },

  'devices that are not known, and no way out': async (stage) => {
    const { page, t, look } = stage;
    await refuse(page, /\/account\/(sessions|sign-out)/, 500, 'something_wrong');
    await openPanel(stage, only('card'));
    const devices = page.getByRole('region', { name: t('panel.devices'), exact: true });
    await alarmed(devices, t('problem.something_wrong'));
    await button(devices, t('panel.sign_out')).press('Enter');
    await alarmed(devices, t('problem.something_wrong'));
    await expect(heading(page, t('panel.title'))).toBeVisible();
    await look();
  },

  'a long list of devices has this one first, and the rest folded away': async (stage) => {
    const { page, t, look } = stage;
    await page.route(/\/account\/sessions\?/, async (route) => {
      const { sessions } = await (await route.fetch()).json();
      const earlier = ['ios', 'android', 'windows', 'macos', 'linux', 'other'].map((device, at) => ({
        ...sessions[0],
        is_this_one: false,
        device,
        began_at: `2026-10-0${at + 1}T08:00:00Z`,
      }));
      await route.fulfill({ json: { sessions: [...earlier, ...sessions] } });
    });
    await openPanel(stage, only('card'));
    const devices = page.getByRole('region', { name: t('panel.devices'), exact: true });
    const shown = devices.getByRole('listitem').filter({ visible: true });
    await expect(shown).toHaveCount(4);
    await expect(shown.first()).toContainText(t('panel.device.this'));
    const more = devices.locator('summary');
    await says(more, sentence(t, 'panel.devices.more'));
    await expect(more).toContainText('3');
    await more.press('Enter');
    await expect(shown).toHaveCount(7);
    await look();
  },

  'a receipt fails, is there, and is of nobody': async (stage) => {
    const { page, t, email, look } = stage;
    const { orders } = (await (await page.request.get(`/api/account?language=${t.lang}`)).json()) as View;
    const number = only('card')(orders)[0]?.number ?? '';
    const answer = await hold(page, /\/receipt\?/);
    await open(stage, `/panel/receipt/${number}`);
    await announced(page, t('receipt.loading'));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    answer();
    await refuse(page, /\/receipt\?/, 500, 'something_wrong');
    await open(stage, `/panel/receipt/${number}`);
    await alarmed(page, t('receipt.failed'));
    await look('failed');
    await page.unroute(/\/receipt\?/);
    await button(page, t('result.retry')).press('Enter');
    await expect(heading(page, t('receipt.title'))).toBeFocused();
    await expect(page.getByRole('article').getByText(email)).toBeVisible();
    await expect(button(page, t('receipt.print'))).toBeVisible();
    await look('there');
    await open(stage, '/panel/receipt/0000-0000');
    await alarmed(page, t('receipt.unknown'));
    await expect(button(page, t('result.retry'))).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('receipt.orders'), exact: true })).toBeVisible();
  },
};
