import { type LoopbackServer, serve } from '../server.ts';
import { type Acts, openActs } from './acts/acts.ts';
import { answered, standInKeys, type Trouble } from './answers.ts';
import { type Books, openBooks } from './books.ts';
import { controlled } from './controls.ts';
import type { Call } from './routes.ts';
import { tellOfCall } from './tell-of-call.ts';
import { openWebhookSender, type WebhookSender } from './webhook.ts';

export interface RazorpayStandIn extends LoopbackServer {
  /** Variables that make the service use it. */
  environment: Readonly<Record<string, string>>;
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

  const server = await serve(port, async ({ body, ...rest }, send) => {
    const call = { ...rest, body: body ?? {} } as Call;
    const name = `${call.method} ${call.path}`;
    if (call.path.startsWith('/__test/')) return send(await controlled({ acts, webhook, control }, call));
    calls.push(name);
    const trouble = name.startsWith(control.on) ? control.trouble : 'none';
    const answer = answered(books, call, trouble);
    if (trouble !== 'silent') await send(trouble === 'lost_answer' ? null : answer);
    await tellOfCall(books, webhook, call, answer);
  });
  const environment = {
    PAYMENT_PROVIDER: 'razorpay',
    RAZORPAY_KEY_ID: standInKeys.keyId,
    RAZORPAY_KEY_SECRET: standInKeys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: standInKeys.webhookSecret,
    RAZORPAY_BASE_URL: server.origin,
  };
  return { ...server, environment, books, acts, webhook, calls, control };
}
