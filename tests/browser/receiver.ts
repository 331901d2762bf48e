// An event receiver on this machine for journeys: it accepts and records everything.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForwardedEvent {
  name: string;
  event_id?: string;
  page?: string;
  amount?: number;
  fb_params?: { addToCartId?: string; purchase_event_id?: string };
}

export interface Receiver {
  /** The settings that make a shop use this receiver. */
  env: Record<string, string>;
  taken: ForwardedEvent[];
  close: () => Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const taken: ForwardedEvent[] = [];
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const part of request) body += part;
    taken.push(JSON.parse(body));
    answer.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const env = {
    ONEFARE_EVENTS_URL: `http://127.0.0.1:${port}/`,
    ONEFARE_EVENTS_SECRET: 'the key of the journeys, forty letters!!',
  };
  const close = () => new Promise<void>((closed) => void server.close(() => closed()));
  return { env, taken, close };
}
