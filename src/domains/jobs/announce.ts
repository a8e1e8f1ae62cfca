import type { Context } from '#core/context.ts';
import { mailAccount } from '#domains/mails/index.ts';
import { queueEvent, queueWebhook } from '#domains/webhooks/index.ts';
import { jobMail } from './job-mail.ts';
import { type JobRow, jobById, jobOf } from './sql/jobs.ts';

type Transaction = Pick<Context, 'db' | 'enqueue' | 'now' | 'ports'>;

/** Sends the job as this transaction leaves it to its webhook, if it has one, and to the account's endpoints, and mails the customer. */
export async function announce(
  ctx: Transaction,
  { account, id }: { account: number; id: string },
): Promise<void> {
  const job = (await jobById(ctx.db, account, id))!;
  const state = jobOf(job);
  const type = eventOf(job);
  const event = { account, type, subject: state.id, data: state, traceparent: job.traceparent };
  if (job.webhook_url !== null) await queueWebhook(ctx, { ...event, url: job.webhook_url });
  await queueEvent(ctx, event);
  const draft = jobMail(state, ctx.ports.publicUrl());
  if (draft) await mailAccount(ctx, { account, type: 'jobs', draft });
}

/** A job is announced when it ends or pauses. */
const eventOf = ({ status }: Pick<JobRow, 'status'>) =>
  `job.${status as 'completed' | 'failed' | 'cancelled' | 'paused'}` as const;
