import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeNotice } from '../rules/wire';
import { circumstances } from './circumstances';

describe('what an order says of its page', () => {
  beforeEach(() => {
    vi.stubGlobal('window', { location: { pathname: '/ar/buy', search: '?code=spring20&email=a%40b.co' } });
  });
  afterEach(() => vi.unstubAllGlobals());
  const page = { language: 'ar', return_to: '/ar/buy?code=spring20' };

  // The server says at the checkout what it takes off, and asks where that is another price than the page showed.
  it.each<CodeNotice['state']>(['applied', 'not_yet', 'expired', 'used_up', 'not_for_this'])(
    "names a code that the shop knows, in the shop's spelling: %s",
    (state) => {
      expect(circumstances('ar', { state, code: 'SPRING20' }, undefined)).toEqual({ ...page, code: 'SPRING20' });
    },
  );

  it('names no code that is unknown, and none where there is none', () => {
    expect(circumstances('ar', { state: 'unknown' }, undefined)).toEqual(page);
    expect(circumstances('ar', undefined, undefined)).toEqual(page);
  });

  it('names the affiliate', () => {
    expect(circumstances('ar', undefined, 'partner-7')).toEqual({ ...page, im_ref: 'partner-7' });
  });
});
