import type { Ports } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import { webhookHeaders } from '#core/standard-webhooks.ts';
import type { MessageSender } from '#platform/outgoing/messages/send-message.ts';
import { type DueMessage, recordAttempt, takeDue, takeNext } from './deliveries.ts';
import { signingSecrets } from './secrets.ts';

declare module '#core/context.ts' {
  interface Ports {
    messageSender: MessageSender;
  }
}

interface Sending {
  ports: Ports;
  now(): Date;
  signal: AbortSignal;
}

/** A server that takes longer has the rest of its account's messages from `deliverDue`. */
const quickMs = 2_000;

/** First attempts, as soon as what the messages tell of is committed: one message of an account at a time. */
export const deliverMessage: Job<{ account: number }> = {
  id: 'webhooks.deliver-message',
  sends: true,
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
  sends: true,
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
async function attempt({ ports, now, signal }: Sending, message: DueMessage): Promise<number> {
  const { db, suppressionPepper, messageSender } = ports;
  const { account, messageId, url, body } = message;
  const at = now();
  const secrets = await signingSecrets(db, suppressionPepper, account, at);
  const headers = webhookHeaders(secrets, { id: messageId, sentAt: at, body });
  const result = await messageSender.send({ url, headers, body, signal });
  await recordAttempt(db, message, {
    at,
    statusCode: 'status' in result ? result.status : null,
    failure: 'failure' in result ? result.failure : null,
    durationMs: Math.round(result.ms),
  });
  return result.ms;
}
