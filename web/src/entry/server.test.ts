import { beforeAll, describe, expect, it } from 'vitest';

const brand = {
  name: 'Onefare',
  legal_entity: 'Onefare LLC',
  address: 'Street 1',
  registration: '1',
  vat: '2',
  support_email: 'support@example.com',
  claims: { guarantee_days: 30, devices: 'x', devices_at_once: 'y', locations: 'z', users: 'u', ratings: [] },
};

const page = {
  build: 'b',
  language: 'en',
  direction: 'ltr',
  languages: [
    { language: 'en', href: '/payment-failed' },
    { language: 'ar', href: '/ar/payment-failed' },
  ],
  theme: 'system',
  path: '/payment-failed',
  area: 'vpn',
  prefixes: { vpn: '', deal: '/en', esim: '', account: '' },
  catalogs: ['common', 'vpn', 'problems'],
  checkout_hosts: [],
  brand,
  content: { page: 'payment-failed' },
};

const draw = (changes: object) => globalThis.onefareRender(JSON.stringify({ ...page, ...changes }));

describe('a page that the server draws', () => {
  beforeAll(() => import('./server'));

  it('is the same when its shared parts were drawn before', () => {
    expect(draw({})).toBe(draw({}));
    expect(draw({})).toContain('<footer');
  });

  it.each([
    [
      'language',
      { language: 'ar', direction: 'rtl', prefixes: { vpn: '/ar', deal: '/ar', esim: '/ar', account: '/ar' } },
      'href="/ar/terms"',
    ],
    [
      'path',
      { path: '/payment-success', languages: [{ language: 'ar', href: '/ar/payment-success' }] },
      'href="/ar/payment-success"',
    ],
    ['theme', { theme: 'dark' }, 'checked="" value="dark"'],
    ['brand', { content: { page: 'payment-success' }, brand: { ...brand, vat: 'another' } }, 'another'],
  ])('has shared parts of its own %s', (_, changes, mark) => {
    expect(draw({})).not.toContain(mark);
    expect(draw(changes)).toContain(mark);
    expect(draw({})).not.toContain(mark);
  });

  const spain = { id: 1, name: 'Spain', code: 'ES', kind: 'country', from_text: 'USD 0.50', by_price: 0 };
  const countries = (place: object) =>
    draw({
      path: '/esim/countries',
      area: 'esim',
      catalogs: ['common', 'esim', 'problems', 'data-shop'],
      content: { page: 'esim-countries', query: '', places: [{ ...spain, ...place }] },
    });

  it.each([
    ['number', { id: 77 }, '/esim/bundle/1"'],
    ['name', { name: 'Portugal' }, '>Spain<'],
    ['code', { code: 'PT' }, '>ES<'],
    ['kind', { kind: 'region' }, '>ES<'],
    ['price', { from_text: 'USD 0.75' }, 'USD 0.50'],
  ])('lists a place anew whose %s has changed', (_, changes, before) => {
    const first = countries({});
    expect(first).toContain(before);
    expect(countries(changes)).not.toContain(before);
    expect(countries({})).toBe(first);
  });
});
