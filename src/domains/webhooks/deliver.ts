import { minuteMs } from '#core/clock.ts';
import type { Log, Ports } from '#core/context.ts';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { inTrace, readTrace } from '#core/http/trace.ts';
import type { Job, JobContext } from '#core/job.ts';
import { port } from '#core/ports.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { MessageResult, MessageSender } from '#platform/outgoing/messages/send-message.ts';
import { type DueMessage, dueLanes, isLast, type Lane, recordAttempt, takeNext } from './deliveries.ts';
import { signingSecrets } from './secrets.ts';

export const WebhookSender = port<MessageSender>('webhook-sender');

interface Sending {
  ports: Ports;
  log: Log;
  now(): Date;
  signal: AbortSignal;
}

/** After a slower answer the rest of an address's messages is left to `deliverDue`. */
const quickMs = 2_000;

/** New messages, as soon as they are committed. */
export const deliverMessage: Job<Lane> = {
  id: 'webhooks.deliver-message',
  sends: true,
  atOnce: 10,
  run: sendLane,
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

/** Later attempts, what waits for a slow server, and what a killed process left. */
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
async function attempt({ ports, log, now, signal }: Sending, message: DueMessage): Promise<number> {
  const { db, suppressionPepper } = ports;
  const messageSender = ports.use(WebhookSender);
  const { account, messageId, url, body } = message;
  const at = now();
  const secrets = await signingSecrets(db, suppressionPepper, account, at);
  const headers = webhookHeaders(secrets, { id: messageId, sentAt: at, body });
  const result = await inTrace(readTrace(message.traceparent), () =>
    messageSender.send({ url, headers, body, signal }),
  );
  await recordAttempt(db, message, {
    at,
    statusCode: 'status' in result ? result.status : null,
    failure: 'failure' in result ? result.failure : null,
    durationMs: Math.round(result.ms),
  });
  await tell({ ports, log }, message, result);
  return result.ms;
}

const kind = 'webhook_undelivered';

/** The first failure is in the log. The last one opens an alert, which the account's next message closes. */
async function tell(
  { ports: { db }, log }: Pick<Sending, 'ports' | 'log'>,
  message: DueMessage,
  result: MessageResult,
): Promise<void> {
  const { account, messageId } = message;
  const reason = 'status' in result ? `HTTP ${result.status}` : result.failure;
  if ('status' in result && result.status >= 200 && result.status <= 299) {
    await resolveAlert(db, { kind, subject: String(account) });
  } else if (isLast(message)) {
    await raiseAlert(db, { kind, subject: String(account), details: { message: messageId, reason } });
  } else if (message.roundAttempts === 1) {
    log.warn({ account, messageId, reason }, 'a webhook was not accepted and is sent again later');
  }
}
