import type { Log, Ports } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import { webhookHeaders } from '#core/standard-webhooks.ts';
import { inTrace, readTrace } from '#core/trace.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { MessageResult, MessageSender } from '#platform/outgoing/messages/send-message.ts';
import { type DueMessage, isLast, recordAttempt, takeDue, takeNext } from './deliveries.ts';
import { signingSecrets } from './secrets.ts';

declare module '#core/context.ts' {
  interface Ports {
    messageSender: MessageSender;
  }
}

interface Sending {
  ports: Ports;
  log: Log;
  now(): Date;
  signal: AbortSignal;
}

/** A server that takes longer has the rest of its account's messages from `deliverDue`. */
const quickMs = 2_000;

/** First attempts, as soon as what the messages tell of is committed: one message of an account at a time. */
export const deliverMessage: Job<{ account: number }> = {
  id: 'webhooks.deliver-message',
  atOnce: 4,
  async run(ctx, { account }) {
    while (!ctx.signal.aborted) {
      const message = await takeNext(ctx.ports.db, account, ctx.now());
      if (!message || (await attempt(ctx, message)) > quickMs) return;
    }
  },
};

const atOnce = 20;
const perAccount = 4;

/** Later attempts, and what a killed process left. */
export const deliverDue: Job = {
  id: 'webhooks.deliver-due',
  schedule: '* * * * *',
  async run(ctx: JobContext) {
    while (!ctx.signal.aborted) {
      const due = await takeDue(ctx.ports.db, ctx.now(), atOnce, perAccount);
      if (due.length === 0) return;
      await Promise.all(due.map((message) => attempt(ctx, message)));
    }
  },
};

/** Returns how long it took. */
async function attempt({ ports, log, now, signal }: Sending, message: DueMessage): Promise<number> {
  const { db, suppressionPepper, messageSender } = ports;
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
