import type { Ports } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import { webhookHeaders } from '#core/standard-webhooks.ts';
import type { MessageSender } from '#platform/outgoing/messages/send-message.ts';
import { type DueMessage, recordAttempt, takeDue, takeMessage } from './deliveries.ts';
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

/** The first attempt, as soon as what the message tells of is committed. */
export const deliverMessage: Job<{ account: number; id: string }> = {
  id: 'webhooks.deliver-message',
  async run(ctx, { account, id }) {
    const message = await takeMessage(ctx.ports.db, account, id, ctx.now());
    if (message) await attempt(ctx, message);
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

async function attempt({ ports, now, signal }: Sending, message: DueMessage): Promise<void> {
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
}
