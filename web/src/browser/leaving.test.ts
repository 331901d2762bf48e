import { describe, expect, it } from 'vitest';
import { offerQuery } from './address';
import { attemptKey } from './attempt-key';
import { localPath } from './leaving';

describe('local paths', () => {
  const origin = 'https://shop.example';

  it('keep path and query', () => {
    expect(localPath('/ar/buy?code=SAVE20', origin)).toBe('/ar/buy?code=SAVE20');
  });

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/buy/../.\\/evil.example',
    'https://shop.example//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'http://[',
  ])('%s becomes the start page', (path) => {
    expect(localPath(path, origin)).toBe('/');
  });
});

describe('the query of an offer', () => {
  it('keeps code and package, and nothing personal', () => {
    expect(offerQuery('?email=a%40b.co&code=A%26B&utm=x&package=12')).toBe('?code=A%26B&package=12');
    expect(offerQuery('?email=a%40b.co')).toBe('');
  });
});

describe('attempt keys', () => {
  it('are of the form the server takes, and never the same', () => {
    const keys = Array.from({ length: 100 }, attemptKey);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(new Set(keys).size).toBe(100);
  });
});
