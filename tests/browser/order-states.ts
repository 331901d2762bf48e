// The states of the orders in the panel.
import type { Locator } from '@playwright/test';
import {
  ACCOUNT,
  alarmed,
  announced,
  ask,
  button,
  heading,
  hold,
  type KINDS,
  like,
  OVER,
  only,
  open,
  openPanel,
  type Play,
  problem,
  refuse,
  says,
  sentence,
  slot,
  telling,
  unfold,
  type View,
} from './panel-stage';
import { expect } from './shop';
import { plain } from './words';

/** The states of an eSIM that the supplier reports, and the sentence for each. */
const STANDINGS: [Record<string, unknown>, string][] = [
  [{ standing: 'not_installed', until: '20-5-2027' }, 'panel.esim.fresh'],
  [
    {
      standing: 'in_use',
      until: '20-5-2027',
      data: { used: '1', left: '2', total: '3', percent_left: 66, counted_at: '9' },
    },
    'panel.esim.left',
  ],
  [{ standing: 'in_use', data: { used: '1' } }, 'panel.esim.used'],
  [{ standing: 'in_use' }, 'panel.esim.in_use'],
  [{ standing: 'used_up', data: { used: '3', left: '0', total: '3', percent_left: 0 } }, 'panel.esim.used_up'],
  [{ standing: 'over' }, 'panel.esim.over'],
];
/** The badge of an order in each of these states. */
const BADGES = ['ready', 'active', 'active', 'active', 'used_up', 'ended'];

/** Each state of an order, and of the order list. */
export const ORDER_STATES: Record<string, Play> = {
  'the orders are loading, failed, and are there': async (stage) => {
    const { page, t, look } = stage;
    const answer = await hold(page, ACCOUNT);
    await open(stage);
    await announced(page, t('panel.loading'));
    await look('loading');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    answer();
    await refuse(page, ACCOUNT, 500, 'something_wrong');
    await open(stage);
    await alarmed(page, t('panel.failed'));
    await look('failed');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await button(page, t('result.retry')).press('Enter');
    await expect(heading(page, t('panel.title'))).toBeFocused();
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },

  'no order belongs to the address': async (stage) => {
    const { page, t, look } = stage;
    await telling(page, () => []);
    await open(stage);
    const orders = page.getByRole('region', { name: t('panel.orders'), exact: true });
    await expect(orders).toContainText(t('panel.orders.none'));
    await expect(orders.getByRole('link')).toHaveCount(0);
    await expect(button(page, t('panel.sign_out'))).toBeVisible();
    await look();
  },

  'an order of each kind': async (stage) => {
    const { page, t, email, look } = stage;
    const seen = page.waitForResponse(ACCOUNT);
    await openPanel(stage);
    const { orders } = (await (await seen).json()) as View;
    await expect(page.getByText(email).first()).toBeVisible();
    const card = (kind: keyof typeof KINDS) => {
      const order = only(kind)(orders)[0];
      if (!order) throw new Error(`no order by ${kind}`);
      const article = page.getByRole('article').filter({ hasText: order.number });
      return { order, article, link: (key: string) => article.getByRole('link', { name: t(key), exact: true }) };
    };
    // A card's visible actions before anything is unfolded, the main one first.
    const acts = (article: Locator) => article.locator('button:visible, a:visible').allInnerTexts();
    const names = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(names).toEqual(
      ['orders', 'apps', 'language', 'devices', 'data', 'delete'].map((part) => t(`panel.${part}`)),
    );

    const subscription = card('card');
    await expect(subscription.article).toHaveAccessibleName(subscription.order.product);
    await says(subscription.article, sentence(t, 'panel.next'));
    expect(await acts(subscription.article)).toEqual([t('panel.plan'), t('panel.cancel'), t('shell.withdrawal')]);
    await unfold(subscription.article, t);
    for (const key of ['plan', 'cancel', 'billing', 'letters']) {
      await expect(button(subscription.article, t(`panel.${key}`))).toBeVisible();
    }
    await expect(subscription.link('panel.again')).toHaveCount(0);
    // Each link to support names the order in the subject, and the one about a refund says so.
    const subject = async (key: string) =>
      new URL((await subscription.link(key).getAttribute('href')) ?? '').searchParams.get('subject');
    expect(plain((await subject('panel.help')) ?? '')).toBe(
      t('result.support.subject', { order: subscription.order.number }),
    );
    expect(plain((await subject('panel.refund')) ?? '')).toBe(
      t('panel.refund.subject', { order: subscription.order.number }),
    );
    await expect(subscription.link('shell.withdrawal')).toHaveAttribute('href', `${t.prefix}/withdrawal`);
    const receipt = `${t.prefix}/panel/receipt/${subscription.order.number}`;
    await expect(subscription.link('panel.receipt')).toHaveAttribute('href', receipt);

    const trial = card('trial');
    await says(trial.article, sentence(t, 'panel.next.trial'));
    expect(await acts(trial.article)).toEqual([t('panel.apps.get'), t('panel.cancel.trial'), t('shell.withdrawal')]);
    await expect(trial.link('panel.apps.get')).toHaveAttribute('href', '#apps');
    await unfold(trial.article, t);
    await expect(button(trial.article, t('panel.plan'))).toHaveCount(0);
    await expect(trial.link('panel.refund')).toHaveCount(0);

    // Paid once by iDEAL: an end date and a link to buy again; nothing renews, so there is nothing to cancel or bill.
    const deal = card('deal');
    await says(deal.article, sentence(t, 'panel.once'));
    expect(await acts(deal.article)).toEqual([t('panel.again'), t('shell.withdrawal')]);
    await unfold(deal.article, t);
    for (const key of ['cancel', 'cancel.trial', 'resume', 'plan', 'billing']) {
      await expect(button(deal.article, t(`panel.${key}`))).toHaveCount(0);
    }
    await expect(deal.link('panel.again')).toHaveAttribute('href', /affiliate-vpn-deals/);

    const esim = card('esim');
    expect(await acts(esim.article)).toEqual([t('panel.esim.show'), t('shell.withdrawal')]);
    await unfold(esim.article, t);
    await expect(button(esim.article, t('panel.letters.esim'))).toBeVisible();
    await expect(esim.link('panel.again')).toHaveAttribute('href', /\/esim\/bundle\//);

    const apps = page.getByRole('region', { name: t('panel.apps'), exact: true });
    for (const system of ['ios', 'android', 'windows', 'macos']) {
      const link = apps.getByRole('link', { name: t(`result.download.${system}`), exact: true });
      await expect(link).toHaveAttribute('href', /^https:/);
    }
    const devices = page.getByRole('region', { name: t('panel.devices'), exact: true });
    await expect(devices.getByRole('listitem').filter({ hasText: t('panel.device.this') })).toHaveCount(1);
    const data = page.getByRole('link', { name: t('panel.data.download'), exact: true });
    await expect(data).toHaveAttribute('href', '/api/account/data');
    await look();
  },

  'an order in each state': async (stage) => {
    const { page, t, look } = stage;
    const states = ['preparing', 'held', 'disputed', 'ended', 'refunded'];
    const facts = states.map((state) => ({ ...OVER, state, has_letters: false, buy_again: '/buy?package=12' }));
    await openPanel(stage, like('card', facts));
    for (const [place, state] of states.entries()) {
      const article = page.getByRole('article').filter({ hasText: `TEST-000${place}` });
      await expect(article).toContainText(t(`panel.state.${state}`));
      const isLive = ['preparing', 'held', 'disputed'].includes(state);
      if (isLive) await expect(article).toContainText(t(`panel.${state}`));
      // A buyer who waits is not offered the product again at first sight; one whose order has ended is.
      const again = article.getByRole('link', { name: t('panel.again'), exact: true });
      await expect(again).toHaveCount(isLive ? 0 : 1);
      await unfold(article, t);
      await expect(again).toHaveCount(1);
      await expect(article.getByRole('link', { name: t('panel.refund'), exact: true })).toHaveCount(isLive ? 1 : 0);
      await expect(article.getByRole('link', { name: t('shell.withdrawal'), exact: true })).toHaveCount(0);
      await expect(article.getByRole('button')).toHaveCount(0);
    }
    await expect(page.getByRole('region', { name: t('panel.apps'), exact: true })).toHaveCount(0);
    await look();
  },

  'a renewal in each state': async (stage) => {
    const { page, t, look } = stage;
    const base = { plans: undefined, next_charge: undefined, ends_on: '1-2-2027' };
    const renewals: [Record<string, unknown>, string][] = [
      [{ ...base, renewal: 'cancelling' }, 'panel.cancelling'],
      [{ ...base, renewal: 'cancelled' }, 'panel.cancelled'],
      [{ ...base, renewal: 'resuming' }, 'panel.resuming'],
      [{ ...base, renewal: 'changing' }, 'panel.changing'],
      [{ renews_as: '3' }, 'panel.next.as'],
    ];
    await openPanel(
      stage,
      like(
        'card',
        renewals.map(([facts]) => facts),
      ),
    );
    for (const [place, [, key]] of renewals.entries()) {
      await says(page.getByRole('article').filter({ hasText: `TEST-000${place}` }), sentence(t, key));
    }
    await look();
  },

  'cancelling is asked about, and fails': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, (orders) => [...only('card')(orders), ...only('trial')(orders)]);
    const trial = await ask(stage, 'panel.cancel.trial');
    await says(trial, sentence(t, 'panel.cancel.trial.text'));
    await page.keyboard.press('Escape');
    await expect(trial).toBeHidden();
    await expect(button(page, t('panel.cancel.trial'))).toBeFocused();
    const dialog = await ask(stage, 'panel.cancel');
    await says(dialog, sentence(t, 'panel.cancel.text'));
    await refuse(page, /cancel-renewal/, 503, 'provider_unavailable');
    await button(dialog, t('panel.cancel.confirm')).press('Enter');
    await alarmed(dialog, t('problem.provider_unavailable'));
    await look();
    await button(dialog, t('panel.cancel.keep')).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(button(page, t('panel.cancel'))).toBeFocused();
  },

  'resuming is asked about, and refused': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, (orders) => {
      const [order] = only('card')(orders);
      const [resumed_charge, resumed_charge_on] = [order?.next_charge, order?.next_charge_on];
      return like('card', [{ ...OVER, renewal: 'cancelled', ends_on: '1-2', resumed_charge, resumed_charge_on }])(
        orders,
      );
    });
    const dialog = await ask(stage, 'panel.resume');
    await says(dialog, sentence(t, 'panel.resume.text'));
    await refuse(page, /resume-renewal/, 409, 'resume_refused');
    await button(dialog, t('panel.resume.confirm')).press('Enter');
    await alarmed(dialog, t('problem.resume_refused'));
    await look();
  },

  'another plan is refused': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, only('card'));
    const dialog = await ask(stage, 'panel.plan');
    await dialog.getByRole('radio').first().check();
    for (const code of ['renewal_changing', 'price_changed'] as const) {
      await refuse(page, /\/plan\?/, 409, code);
      const again = code === 'price_changed' ? page.waitForRequest(ACCOUNT) : undefined;
      await dialog.getByRole('button').first().press('Enter');
      await alarmed(dialog, t(`problem.${code}`));
      // The dialog's prices are then out of date: the page fetches them once more.
      await again;
      await page.unroute(/\/plan\?/);
    }
    await expect(dialog.getByRole('radio').first()).toBeChecked();
    await look();
  },

  'card and invoices are not to be had': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, only('card'));
    await unfold(page, t);
    for (const [status, code] of [
      [503, 'provider_unavailable'],
      [409, 'portal_unavailable'],
    ] as const) {
      await refuse(page, /\/billing\?/, status, code);
      await button(page, t('panel.billing')).press('Enter');
      await alarmed(page, t(`problem.${code}`));
      await expect(button(page, t('panel.billing'))).toBeFocused();
      await page.unroute(/\/billing\?/);
    }
    await look();
  },

  'the letters are refused, and sent': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, only('card'));
    await unfold(page, t);
    await refuse(page, /\/letters$/, 429, 'rate_limited');
    await button(page, t('panel.letters')).press('Enter');
    await alarmed(page, t('problem.rate_limited'));
    await look();
    await page.unroute(/\/letters$/);
    await page.route(/\/letters$/, (route) => route.fulfill({ json: { success: true } }));
    await button(page, t('panel.letters')).press('Enter');
    await announced(page, t('panel.letters.sent'));
    await expect(page.getByRole('alert')).toHaveCount(0);
  },

  'the eSIM fails, and is shown': async (stage) => {
    const { page, t, look } = stage;
    await openPanel(stage, only('esim'));
    await refuse(page, /\/esim$/, 500, 'something_wrong');
    await button(page, t('panel.esim.show')).press('Enter');
    await alarmed(page, t('problem.esim_data_failed'));
    await page.unroute(/\/esim$/);
    await button(page, t('panel.esim.show')).press('Enter');
    await expect(page.getByRole('img', { name: t('panel.esim.qr'), exact: true })).toBeVisible();
    await expect(page.locator('article div[tabindex="-1"]:focus')).toContainText(t('panel.esim.code'));
    for (const [key, href] of [
      ['apple', /^https:/],
      ['android', /^https:/],
      ['tutorial', /\/esim\/tutorial$/],
    ] as const) {
      const link = page.getByRole('link', { name: t(`panel.esim.${key}`), exact: true });
      await expect(link).toHaveAttribute('href', href);
    }
    await look();
  },

  'the eSIM is shown on the phone that is to have it': async (stage) => {
    const { page, t, look } = stage;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', {
        value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
      });
    });
    await openPanel(stage, only('esim'));
    await button(page, t('panel.esim.show')).press('Enter');
    const install = page.getByRole('link', { name: t('panel.esim.apple'), exact: true });
    await expect(install).toHaveAttribute('href', /^https:/);
    await expect(page.getByRole('link', { name: t('panel.esim.android'), exact: true })).toHaveCount(0);
    // A phone cannot scan its own screen: it shows the QR code for another device on demand.
    const picture = page.getByRole('img', { name: t('panel.esim.qr'), exact: true });
    await expect(picture).toHaveCount(0);
    await look('folded');
    await page
      .locator('summary')
      .filter({ hasText: t('panel.esim.qr.show') })
      .press('Enter');
    await expect(picture).toBeVisible();
    await look('unfolded');
  },

  'each word about the data of an eSIM': async (stage) => {
    const { page, t, look } = stage;
    await page.route(/\/esim\/usage\?/, (route) => {
      const place = Number(/TEST-000(\d)/.exec(route.request().url())?.[1]);
      const [json] = STANDINGS[place] ?? [];
      return json ? route.fulfill({ json }) : route.fulfill({ status: 503, json: problem('provider_unavailable') });
    });
    await openPanel(stage, like('esim', [...STANDINGS.map(() => ({})), {}]));
    for (const [place, key] of [...STANDINGS.map(([, key]) => key), 'panel.esim.unknown'].entries()) {
      const article = page.getByRole('article').filter({ hasText: `TEST-000${place}` });
      await says(article, sentence(t, key));
      const badge = BADGES[place] ?? 'active';
      await expect(article.locator('header')).toContainText(t(`panel.state.${badge}`));
      // The eSIM is installed: the action left is to buy more.
      const isInstalled = place > 0 && place < STANDINGS.length;
      await expect(article.getByRole('link', { name: t('panel.again'), exact: true })).toHaveCount(isInstalled ? 1 : 0);
      await expect(button(article, t('panel.esim.show'))).toBeVisible();
    }
    const meters = page.getByRole('meter', { name: t('panel.esim.meter'), exact: true });
    await expect(meters).toHaveCount(2);
    await expect(meters.first()).toHaveAccessibleDescription(
      t('panel.esim.left', { left: slot(t, '2'), total: slot(t, '3') }),
    );
    await expect(meters.first()).toHaveAttribute('aria-valuenow', '66');
    await look();
  },
};
