// Every link, file and language of every page exists.
import { expect, test } from './shop';

const starts = [
  '/',
  '/buy',
  '/terms',
  '/privacy-policy',
  '/support',
  '/panel',
  '/payment-success',
  '/payment-failed',
  '/esim',
  '/esim/countries',
  '/esim/bundle/1',
  '/esim/tutorial',
  '/onboarding',
  '/gone',
];

const attributes = /(?:href|src)="([^"]*)"/g;

test('every internal address answers 200', async ({ request, shop }) => {
  const waiting = starts.flatMap((path) => [path, path === '/' ? '/ar/' : `/ar${path}`]);
  const seen = new Map<string, { status: number; from: string }>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const html = answer.headers()['content-type']?.startsWith('text/html') ? await answer.text() : '';
    expect(answer.status(), path).toBe(path.endsWith('/gone') ? 404 : 200);
    for (const [, raw = ''] of html.matchAll(attributes)) {
      const link = new URL(raw.replaceAll('&amp;', '&'), `${shop.url}${path}`);
      if (link.origin !== shop.url) continue;
      if (link.hash && link.pathname === new URL(path, shop.url).pathname) {
        expect(html, `${path}${link.hash}`).toContain(`id="${link.hash.slice(1)}"`);
        continue;
      }
      const next = link.pathname + link.search;
      if (seen.has(next) || waiting.includes(next) || next.endsWith('/gone')) continue;
      const found = await request.get(next, { maxRedirects: 0 });
      seen.set(next, { status: found.status(), from: path });
    }
  }
  const broken = [...seen].filter(([, { status }]) => status !== 200);
  expect(broken).toEqual([]);
  for (const path of ['/ar/buy', '/buy', '/terms', '/ar/panel', '/favicon.svg'])
    expect([...seen.keys()]).toContain(path);
});

test('links are whole sentences to a screen reader, and foreign ones keep the way back closed', async ({ page }) => {
  for (const path of ['/', '/buy', '/ar/buy']) {
    await page.goto(path);
    const links = await page.locator('a').evaluateAll((all) =>
      all.map((link) => ({
        name: link.getAttribute('aria-label') ?? link.textContent?.trim() ?? '',
        opens: link.getAttribute('target'),
        rel: link.getAttribute('rel') ?? '',
      })),
    );
    for (const { name, opens, rel } of links) {
      expect(name, path).not.toBe('');
      if (opens === '_blank') expect(rel).toContain('noopener');
    }
  }
});
