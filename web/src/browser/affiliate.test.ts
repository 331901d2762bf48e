import { afterEach, describe, expect, it, vi } from 'vitest';
import { affiliateReference } from './affiliate';

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
