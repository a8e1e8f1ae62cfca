import { type LoopbackServer, type Send, type Call as ServerCall, serve } from '../server.ts';
import { type Acts, openActs } from './acts/acts.ts';
import { answered, standInKeys, type Trouble } from './answers.ts';
import { type Books, openBooks } from './books.ts';
import { controlled } from './controls.ts';
import type { Call } from './routes.ts';
import { tellOfCall } from './tell-of-call.ts';
import { openWebhookSender, type WebhookSender } from './webhook.ts';

/** Razorpay as its documents describe it, with its state in memory. */
export interface Razorpay {
  books: Books;
  acts: Acts;
  webhook: WebhookSender;
  /** `POST /v1/orders`, in order of arrival. */
  calls: string[];
  /** Applies to calls that start with `on`, such as `POST /v1/orders`. */
  control: { trouble: Trouble; on: string };
  answer(call: ServerCall, send: Send): Promise<void>;
}

export interface RazorpayStandIn extends LoopbackServer, Omit<Razorpay, 'answer'> {
  /** Variables that make the service use it. */
  environment: Readonly<Record<string, string>>;
}

export interface StandInOptions {
  /** 0 picks a free one. */
  port?: number;
  now?: () => Date;
  webhookUrl?: string;
}

/** Razorpay on loopback. */
export async function openRazorpayStandIn({
  port = 0,
  ...options
}: StandInOptions = {}): Promise<RazorpayStandIn> {
  const { answer, ...razorpay } = openRazorpay(options);
  const server = await serve(port, answer);
  const environment = { ...razorpayVariables, RAZORPAY_BASE_URL: server.origin };
  return { ...server, ...razorpay, environment };
}

/** Its credentials, for the service. */
export const razorpayVariables = {
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: standInKeys.keyId,
  RAZORPAY_KEY_SECRET: standInKeys.keySecret,
  RAZORPAY_WEBHOOK_SECRET: standInKeys.webhookSecret,
};

export function openRazorpay(options: Omit<StandInOptions, 'port'> = {}): Razorpay {
  const { now = () => new Date(), webhookUrl: url = null } = options;
  const books = openBooks(now);
  const secret = standInKeys.webhookSecret;
  const webhook = openWebhookSender({ url, secret, held: false, copies: 1, drops: [] });
  const acts = openActs(books, webhook);
  const calls: string[] = [];
  const control: Razorpay['control'] = { trouble: 'none', on: '' };

  return {
    ...{ books, acts, webhook, calls, control },
    async answer({ body, ...rest }, send) {
      const call = { ...rest, body: body ?? {} } as Call;
      const name = `${call.method} ${call.path}`;
      if (call.path.startsWith('/__test/')) return send(await controlled({ acts, webhook, control }, call));
      calls.push(name);
      const trouble = name.startsWith(control.on) ? control.trouble : 'none';
      const answer = answered(books, call, trouble);
      if (trouble !== 'silent') await send(trouble === 'lost_answer' ? null : answer);
      await tellOfCall(books, webhook, call, answer);
    },
  };
}
