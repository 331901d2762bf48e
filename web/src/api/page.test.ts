import { afterEach, expect, it, vi } from 'vitest';
import { getPage } from './page';

afterEach(() => {
  vi.unstubAllGlobals();
});

function answering(text: string) {
  const fetching = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response(text)));
  vi.stubGlobal('fetch', fetching);
  return fetching;
}

const asked = () => getPage('/de/affiliate-vpn-deals?code=x', new AbortController().signal);

it('is read from the document at the address, past every cache', async () => {
  const json = '{"language":"de","content":{"page":"buy","name":"\\u003c/script>"}}';
  const html = `<body><div id="root"></div>\n<script type="application/json" id="page">${json}</script>\n</body>`;
  const fetching = answering(html);
  expect(await asked()).toEqual({ language: 'de', content: { page: 'buy', name: '</script>' } });
  const [path, init] = fetching.mock.calls[0] ?? [];
  expect(path).toBe('/de/affiliate-vpn-deals?code=x');
  expect(init).toMatchObject({ cache: 'no-store', credentials: 'same-origin' });
});

it.each(['', '<html>Bad gateway</html>', '<script type="application/json" id="page">{"a":</script>'])(
  'is nothing in %j',
  async (text) => {
    answering(text);
    expect(await asked()).toBeUndefined();
  },
);

it('is nothing when no answer comes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  expect(await asked()).toBeUndefined();
});
