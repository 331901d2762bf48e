import { afterEach, describe, expect, it, vi } from 'vitest';
import { affiliateReference, keepAffiliateReference } from './affiliate';

function keep(im_ref: string | null) {
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => (key === 'im_ref' ? im_ref : null) } });
}

describe('the affiliate reference', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each(['ref-1', 'شريك 😀', 'x'.repeat(128)])('is sent: %s', (text) => {
    keep(text);
    expect(affiliateReference()).toBe(text);
  });

  it.each([null, '', 'x'.repeat(129), 'x\ud83d'])('is left out: %j', (text) => {
    keep(text);
    expect(affiliateReference()).toBeUndefined();
  });
});

describe('a link with an affiliate reference', () => {
  afterEach(() => vi.unstubAllGlobals());

  function visit(search: string) {
    const kept = new Map([['im_ref', 'earlier']]);
    vi.stubGlobal('window', { localStorage: { setItem: (key: string, value: string) => kept.set(key, value) } });
    keepAffiliateReference(search);
    return kept.get('im_ref');
  }

  it('takes the place of an earlier one', () => {
    expect(visit('?package=12&im_ref=partner%207')).toBe('partner 7');
  });

  it.each(['', '?im_ref=', `?im_ref=${'x'.repeat(129)}`, '?ref=partner'])(
    'leaves it alone without one: %s',
    (search) => {
      expect(visit(search)).toBe('earlier');
    },
  );
});
