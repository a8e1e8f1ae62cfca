import { minuteMs } from '#core/clock.ts';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { inTrace, readTrace } from '#core/http/trace.ts';
import type { Job, JobContext } from '#core/job.ts';
import { port } from '#core/ports.ts';
import { accountById } from '#domains/accounts/index.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { MessageResult, MessageSender } from '#platform/outgoing/messages/send-message.ts';
import { dueLanes, isLast, type Lane, laneOf, type Message, recordAttempt, takeNext } from './deliveries.ts';
import { signingSecrets } from './secrets.ts';

export const WebhookSender = port<MessageSender>('webhook-sender');

type Sending = Pick<JobContext, 'ports' | 'log' | 'now' | 'signal'>;

/** After a slower answer the rest of an address's messages is left to `deliverDue`. */
const quickMs = 2_000;

/** New messages, after the commit. The queue keeps what it is given for two weeks, so that it gets no address. */
export const deliverMessage: Job<Pick<Message, 'account' | 'message_id'>> = {
  id: 'webhooks.deliver-message',
  sends: true,
  atOnce: 10,
  async run(ctx, message) {
    const lane = await laneOf(ctx.ports.db, message);
    if (lane) await sendLane(ctx, lane);
  },
};

/** Messages of one address, one at a time and the oldest first, as long as it answers quickly. */
async function sendLane(ctx: Sending, lane: Lane): Promise<void> {
  while (!ctx.signal.aborted) {
    const message = await takeNext(ctx.ports.db, lane, ctx.now());
    if (!message || (await attempt(ctx, message)) > quickMs) return;
  }
}

const atOnce = 40;
/** The next run continues. */
const runMs = 10 * minuteMs;

/** Later attempts, messages that wait for a slow server, and those that a killed process left. */
export const deliverDue: Job = {
  id: 'webhooks.deliver-due',
  sends: true,
  schedule: '* * * * *',
  async run(ctx: JobContext) {
    const sending = new Set<Promise<void>>();
    const endsAt = ctx.now().getTime() + runMs;
    while (!ctx.signal.aborted && ctx.now().getTime() < endsAt) {
      for (const lane of await dueLanes(ctx.ports.db, ctx.now(), atOnce - sending.size)) {
        const sent = sendLane(ctx, lane).finally(() => sending.delete(sent));
        sending.add(sent);
      }
      if (sending.size === 0) return;
      await Promise.race(sending);
    }
    await Promise.all(sending);
  },
};

/** Returns how long it took. */
async function attempt({ ports, log, now, signal }: Sending, message: Message): Promise<number> {
  const { db, suppressionPepper } = ports;
  const messageSender = ports.use(WebhookSender);
  const { message_id, url, body } = message;
  const at = now();
  const secrets = await signingSecrets(db, suppressionPepper, message, at);
  const headers = webhookHeaders(secrets, { id: message_id, sentAt: at, body });
  const result = await inTrace(readTrace(message.traceparent), () =>
    messageSender.send({ url, headers, body, signal }),
  );
  await recordAttempt(db, message, {
    at,
    status_code: 'status' in result ? result.status : null,
    failure: 'failure' in result ? result.failure : null,
    duration_ms: Math.round(result.ms),
  });
  await report({ ports, log }, message, result);
  return result.ms;
}

const kind = 'webhook_undelivered';

/** The first failure is in the log. The last one opens an alert, which the account's next message closes. */
async function report(
  { ports: { db }, log }: Pick<Sending, 'ports' | 'log'>,
  message: Message,
  result: MessageResult,
): Promise<void> {
  const { account, message_id } = message;
  const reason = 'status' in result ? `HTTP ${result.status}` : result.failure;
  if ('status' in result && result.status >= 200 && result.status <= 299) {
    await resolveAlert(db, { kind, subject: String(account) });
  } else if (isLast(message)) {
    const account_id = (await accountById(db, account))?.account_id;
    const details = { account_id, message: message_id, reason };
    await raiseAlert(db, { kind, subject: String(account), details });
  } else if (message.round_attempts === 1) {
    log.warn(
      { account, messageId: message_id, reason },
      'a webhook was not accepted and is sent again later',
    );
  }
}
