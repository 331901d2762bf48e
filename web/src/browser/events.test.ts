import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const AGREED_COOKIE = 'theme=dark; consent=yes-abcdefghijklmnopqrstuvwxyz';
const sent: { url: string; body: Promise<string> }[] = [];

/** Simulates a fresh page load: the module remembers what a load reported. */
async function load(cookie: string, visibilityState = 'visible') {
  vi.resetModules();
  const heard = new Map<string, () => void>();
  const listening = {
    addEventListener: (name: string, listener: () => void) => heard.set(name, listener),
    removeEventListener: (name: string) => heard.delete(name),
  };
  const page = { cookie, visibilityState, ...listening };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { location: { pathname: '/buy' }, ...listening });
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, body: Blob) => sent.push({ url, body: body.text() }) > 0,
  });
  return { ...(await import('./events')), heard, page };
}

const bodies = () => Promise.all(sent.map(async ({ body }) => JSON.parse(await body) as Record<string, string>));

beforeEach(() => void sent.splice(0));
afterEach(() => vi.unstubAllGlobals());

it('reports each event once per load, with an id of its own', async () => {
  const { reportOnce, reportView } = await load(AGREED_COOKIE);
  const id = reportOnce('add_to_cart', { product_id: 'vpn-12m', currency: 'AED' });
  expect(reportOnce('add_to_cart', { product_id: 'vpn-1m', currency: 'AED' })).toBe(id);
  reportView();
  const [cart, view, ...more] = await bodies();
  expect(cart).toEqual({ name: 'add_to_cart', event_id: id, page: '/buy', product_id: 'vpn-12m', currency: 'AED' });
  expect(view).toMatchObject({ name: 'view_content', page: '/buy' });
  expect(more).toEqual([]);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(view?.event_id).not.toBe(id);
});

it.each(['', 'consent=no', 'xconsent=yes-a', 'consent=yes'])('reports nothing with "%s"', async (cookie) => {
  const { reportOnce, reportView, purchaseEventId } = await load(cookie);
  reportView();
  expect([reportOnce('add_to_cart'), reportOnce('conversion'), purchaseEventId()]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(sent).toEqual([]);
});

it('reports the view as soon as the visitor agrees, and not after leaving', async () => {
  const { reportView, AGREED, heard, page } = await load('');
  const leave = reportView();
  page.cookie = AGREED_COOKIE;
  heard.get(AGREED)?.();
  heard.get(AGREED)?.();
  expect((await bodies()).map(({ name }) => name)).toEqual(['view_content']);
  leave();
  expect(heard.size).toBe(0);
});

it('reports a page that was opened in advance only when it is seen', async () => {
  const { reportView, heard, page } = await load(AGREED_COOKIE, 'hidden');
  reportView();
  expect(sent).toEqual([]);
  page.visibilityState = 'visible';
  heard.get('visibilitychange')?.();
  expect((await bodies()).map(({ name }) => name)).toEqual(['view_content']);
});
