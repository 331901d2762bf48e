import { afterEach, describe, expect, it, vi } from 'vitest';
import { vectors } from '../../vectors';
import { LONGEST_RETURN_PATH, returnPath } from './address';

function at(pathname: string, search: string) {
  vi.stubGlobal('window', { location: { pathname, search } });
  return returnPath();
}

describe('the way back to an offer', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is the page with what belongs to the offer, and nothing personal', () => {
    expect(at('/ar/buy', '?email=a%40b.co&code=SPRING20&utm=x&package=12')).toBe('/ar/buy?code=SPRING20&package=12');
    expect(at('/esim/checkout/34', '?plan=34-3072-30')).toBe('/esim/checkout/34?plan=34-3072-30');
    expect(at('/buy', '')).toBe('/buy');
  });

  it('is as long as the server takes it, else the page alone', () => {
    const room = LONGEST_RETURN_PATH - '/buy?code='.length;
    expect(at('/buy', `?code=${'x'.repeat(room)}`)).toHaveLength(LONGEST_RETURN_PATH);
    expect(at('/buy', `?code=${'x'.repeat(room + 1)}`)).toBe('/buy');
    // A character counts as it stands in an address.
    expect(at('/buy', `?code=${'é'.repeat(room / 2)}`)).toBe('/buy');
  });

  it('has the longest path of the core', () => {
    const plain = vectors<[string], string | null>('safe_url', 'local_path').filter(({ input }) =>
      /^\/a{99,}$/.test(input[0]),
    );
    const kept = plain.filter(({ expect: path }) => path !== null).map(({ input }) => input[0].length);
    expect(Math.max(...kept)).toBe(LONGEST_RETURN_PATH);
    const dropped = plain.filter(({ expect: path }) => path === null).map(({ input }) => input[0].length);
    expect(Math.min(...dropped)).toBe(LONGEST_RETURN_PATH + 1);
  });
});
