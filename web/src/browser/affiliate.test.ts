import { afterEach, describe, expect, it, vi } from 'vitest';
import { vectors } from '../../vectors';
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

  it('is sent where the server keeps it, and only there', () => {
    const requests = vectors<[{ im_ref?: unknown }], { value?: { im_ref?: string } }>('checkout', 'checkout_read');
    const texts = requests.flatMap(({ input: [{ im_ref }], expect: { value } }) =>
      typeof im_ref === 'string' && value ? [{ im_ref, kept: value.im_ref }] : [],
    );
    expect(new Set(texts.map((text) => text.kept?.length))).toEqual(new Set([1, 128, 256, undefined]));
    for (const { im_ref, kept } of texts) {
      keep(im_ref);
      expect(affiliateReference(), im_ref).toBe(kept);
    }
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
