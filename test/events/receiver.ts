import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../fuzz/dice.ts';

interface Received {
  message: string;
  subject: string;
  /** The size of the budget. It ascends within a subject. */
  credits: number;
  lateMs: number;
}

/** Customers' servers: one address for each endpoint. Some answer slowly, some fail now and then. */
export interface Receiver extends AsyncDisposable {
  origin: string;
  /** Accepted by each address, in order. */
  accepted: Map<string, Received[]>;
  /** Milliseconds from the opt-out to the first attempt at each address. */
  optOuts: Map<string, number>;
  /** Requests whose signature is wrong. */
  forged: string[];
  /** The secret of an address. */
  secrets: Map<string, string>;
}

const slowMs = 2_000;

/** @param failing how many of a thousand requests to addresses that end in `/flaky` fail */
export async function openReceiver(dice: Dice, failing: number): Promise<Receiver> {
  const accepted: Receiver['accepted'] = new Map();
  const secrets: Receiver['secrets'] = new Map();
  const forged: string[] = [];
  const optOuts: Receiver['optOuts'] = new Map();
  const server = createServer(async (request, response) => {
    const path = request.url!;
    const body = await text(request);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    const secret = Buffer.from(secrets.get(path)!.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64');
    if (signature !== `v1,${expected}`) forged.push(`${path} ${id}`);
    const { type, timestamp, data } = JSON.parse(body);
    const lateMs = Date.now() - new Date(timestamp).getTime();
    if (type === 'person.opted_out' && !optOuts.has(path)) optOuts.set(path, lateMs);
    if (path.endsWith('/slow')) await sleep(slowMs);
    if (path.endsWith('/flaky') && dice.below(1000) < failing) {
      response.writeHead(500).end();
      return;
    }
    response.writeHead(204).end();
    if (type === 'person.opted_out') return;
    const of = accepted.get(path) ?? [];
    accepted.set(path, of);
    of.push({ message: String(id), subject: data.budget_id, credits: data.credits, lateMs });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ accepted, optOuts, forged, secrets },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
