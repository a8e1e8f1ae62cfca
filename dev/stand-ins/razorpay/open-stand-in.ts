import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Acts, openActs } from './acts/acts.ts';
import { answered, standInKeys, type Trouble } from './answers.ts';
import { type Books, openBooks } from './books.ts';
import { controlled } from './controls.ts';
import { callOf, send } from './messages.ts';
import { tellOfCall } from './tell-of-call.ts';
import { openWebhookSender, type WebhookSender } from './webhook.ts';

export interface RazorpayStandIn extends AsyncDisposable {
  origin: string;
  books: Books;
  acts: Acts;
  webhook: WebhookSender;
  /** `POST /v1/orders`, in order of arrival. */
  calls: string[];
  /** Applies to calls that start with `on`, such as `POST /v1/orders`. */
  control: { trouble: Trouble; on: string };
}

export interface StandInOptions {
  /** 0 picks a free one. */
  port?: number;
  now?: () => Date;
  webhookUrl?: string;
}

/** Razorpay on loopback, as its documents describe it, with its state in memory. */
export async function openRazorpayStandIn(options: StandInOptions = {}): Promise<RazorpayStandIn> {
  const { port = 0, now = () => new Date(), webhookUrl: url = null } = options;
  const books = openBooks(now);
  const secret = standInKeys.webhookSecret;
  const webhook = openWebhookSender({ url, secret, held: false, copies: 1, drops: [] });
  const acts = openActs(books, webhook);
  const calls: string[] = [];
  const control: RazorpayStandIn['control'] = { trouble: 'none', on: '' };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    const name = `${call.method} ${call.path}`;
    if (call.path.startsWith('/__test/')) {
      return send(response, await controlled({ acts, webhook, control }, call));
    }
    calls.push(name);
    const trouble = name.startsWith(control.on) ? control.trouble : 'none';
    const answer = answered(books, call, trouble);
    if (trouble === 'lost_answer') response.destroy();
    else if (trouble !== 'silent') send(response, answer);
    await tellOfCall(books, webhook, call, answer);
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
    acts,
    webhook,
    calls,
    control,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
