// The sandbox providers seen from outside the browser: sessions, money, faults, and letters.
import type { Shop } from './shop';

const KEY = 'sk_test_onefare_sandbox';

export interface Session {
  id: string;
  status: 'open' | 'complete' | 'expired';
  amount_total: number;
  currency: string;
  customer_email: string | null;
  client_reference_id: string;
  metadata: { order_id: string; payment_id: string };
}

export interface Movement {
  movement: 'charge' | 'refund';
  amount: number;
  currency: string;
  session: string;
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
  to: string[];
  headers: [string, string][];
}

async function ask<T>(address: string, method = 'GET', body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Every hosted page created for an address, newest first. */
export async function sessionsOf(shop: Shop, email: string): Promise<Session[]> {
  const { data } = await ask<{ data: Session[] }>(`${shop.sandbox}/v1/checkout/sessions?limit=100`);
  return data.filter((session) => session.customer_email === email);
}

/** The single hosted page of an address. */
export async function onlySessionOf(shop: Shop, email: string): Promise<Session> {
  const [session, ...more] = await sessionsOf(shop, email);
  if (!session || more.length > 0) throw new Error(`${email} has ${session ? 1 + more.length : 0} pay pages, not one`);
  return session;
}

/** All charges of an address. */
export async function chargesOf(shop: Shop, email: string): Promise<Movement[]> {
  const ids = (await sessionsOf(shop, email)).map(({ id }) => id);
  const { rows } = await ask<{ rows: Movement[] }>(`${shop.sandbox}/control/ledger`);
  return rows.filter(({ movement, session }) => movement === 'charge' && ids.includes(session));
}

/** Pays with the buyer's card, without a browser. */
export const payElsewhere = (shop: Shop, session: string) =>
  ask(`${shop.sandbox}/control/sessions/${session}/pay`, 'POST');

/** Ends an iDEAL payment at the bank with a status, without a browser. */
export const atBank = (shop: Shop, payment: string, status: 'paid' | 'failed') =>
  ask(`${shop.sandbox}/control/payments/${payment}/${status}`, 'POST');

/** Sets how webhook events are delivered from now on. */
export const webhooks = (shop: Shop, mode: 'normal' | 'drop') =>
  ask(`${shop.sandbox}/control/webhooks`, 'POST', { mode });

/** Makes every further call of an operation fail until `mend`. */
export const breakDown = (shop: Shop, operation: string) =>
  ask(`${shop.sandbox}/control/faults`, 'POST', { operation, kind: 'error_500', times: 1_000 });

/** Makes every further answer of an operation carry a false value in a field, until `mend`. */
export const lie = (shop: Shop, operation: string, field: string, value: unknown) =>
  ask(`${shop.sandbox}/control/faults`, 'POST', { operation, kind: 'lie', field, value, times: 1_000 });

/** Disarms every fault. */
export const mend = (shop: Shop) => ask(`${shop.sandbox}/control/faults`, 'DELETE');

/** Scripts the outcome of the next order at the eSIM supplier. */
export const scriptEsims = (shop: Shop, deed: Record<string, string | number>) =>
  ask(`${shop.sandbox}/control/esims/script`, 'POST', deed);

/** Every order at the supplier. */
export async function esimOrders(shop: Shop): Promise<{ order_no: string }[]> {
  return (await ask<{ orders: { order_no: string }[] }>(`${shop.sandbox}/control/esims/orders`)).orders;
}

/** Uses data of an order's eSIM, as a traveller abroad does. */
export const useEsim = (shop: Shop, order_no: string, bytes: number) =>
  ask(`${shop.sandbox}/control/esims/usage`, 'POST', { order_no, bytes });

/** Completes an order at the supplier now, whatever delay was scripted. */
export const makeEsims = (shop: Shop, order: string) =>
  ask(`${shop.sandbox}/control/esims/orders/${order}/make`, 'POST');

/** Letters to an address, newest first. */
export async function lettersTo(shop: Shop, email: string): Promise<Letter[]> {
  const { letters } = await ask<{ letters: Letter[] }>(`${shop.mailbox}.json?to=${encodeURIComponent(email)}`);
  return letters;
}
