import type { ProblemBody } from '../rules/wire';
import { withTimeLimit } from './time-limit';

/** Why a call failed. `code` comes from the server's catalogue, or says that there was no answer. */
export interface Problem {
  code: string;
  /** Whether the outcome is open and the same call can be sent again: the order may already exist. */
  unsettled: boolean;
  /** The whole refusal, when the server sent one. */
  body?: ProblemBody;
}

/** The outcome of a call. A dropped call has no answer, because its caller aborted it. */
export type Answer<T> = { kind: 'ok'; value: T } | { kind: 'problem'; problem: Problem } | { kind: 'dropped' };

/** One request. */
export interface Call {
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The one fetch of the shop: same origin, JSON both ways, a time limit, and outcomes instead of exceptions. */
export async function call<T>(path: string, { method = 'GET', body, headers, signal }: Call = {}): Promise<Answer<T>> {
  try {
    return await withTimeLimit(signal, async (limited) => {
      const response = await fetch(path, {
        method,
        credentials: 'same-origin',
        headers: { accept: 'application/json', ...(body === undefined ? {} : JSON_BODY), ...headers },
        signal: limited,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const value: unknown = await response.json();
      if (response.ok) return { kind: 'ok', value: value as T };
      return { kind: 'problem', problem: refusal(response.status, value) };
    });
  } catch {
    if (signal?.aborted) return { kind: 'dropped' };
    return { kind: 'problem', problem: { code: 'something_wrong', unsettled: true } };
  }
}

const JSON_BODY = { 'content-type': 'application/json' };

function refusal(status: number, value: unknown): Problem {
  const unsettled = status >= 500 || status === 429;
  if (!isProblemBody(value)) return { code: 'something_wrong', unsettled };
  return { code: value.code, unsettled, body: value };
}

function isProblemBody(value: unknown): value is ProblemBody {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}
