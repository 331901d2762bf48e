import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from './call';

function answering(status: number, body: string) {
  const fetching = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('fetch', fetching);
  return fetching;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('call', () => {
  it('sends JSON to the own origin and hands back the answer', async () => {
    const fetching = answering(200, '{"status":"ok"}');
    const answer = await call('/api/x', { method: 'POST', body: { a: 1 }, headers: { 'idempotency-key': 'k' } });
    expect(answer).toEqual({ kind: 'ok', value: { status: 'ok' } });
    const [path, init] = fetching.mock.calls[0] ?? [];
    expect(path).toBe('/api/x');
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    });
  });

  it('keeps the code and the whole body of a refusal', async () => {
    const body = { status: 'error', code: 'email_invalid', message: 'x', field: 'email', request_id: 'r' };
    answering(422, JSON.stringify(body));
    expect(await call('/api/x')).toEqual({
      kind: 'problem',
      problem: { code: 'email_invalid', unsettled: false, body },
    });
  });

  it.each([500, 502, 503, 429])('calls %i unsettled: the same call may be sent again', async (status) => {
    answering(status, '{"status":"error","code":"provider_unavailable","message":"x","request_id":"r"}');
    expect(await call('/api/x')).toMatchObject({ problem: { code: 'provider_unavailable', unsettled: true } });
  });

  it.each([
    ['a page instead of JSON', '<html>'],
    ['JSON that is no problem', '[]'],
    ['nothing', ''],
  ])('answers %s from a broken proxy in general terms', async (_what, body) => {
    answering(502, body);
    expect(await call('/api/x')).toMatchObject({
      kind: 'problem',
      problem: { code: 'something_wrong', unsettled: true },
    });
  });

  it('takes a lost connection for an unsettled problem', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await call('/api/x')).toEqual({ kind: 'problem', problem: { code: 'something_wrong', unsettled: true } });
  });

  it('drops what nobody waits for any more', async () => {
    const leaving = new AbortController();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
    leaving.abort();
    expect(await call('/api/x', { signal: leaving.signal })).toEqual({ kind: 'dropped' });
  });
});
