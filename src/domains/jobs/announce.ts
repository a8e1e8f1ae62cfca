import type { Context } from '#core/context.ts';
import { mailAccount } from '#domains/mails/index.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { jobMail } from './job-mail.ts';
import { jobById, jobOf } from './sql/jobs.ts';

type Transaction = Pick<Context, 'db' | 'enqueue' | 'now' | 'ports'>;

/** Sends the job as this transaction leaves it to its webhook, if it has one, and to the account's endpoints, and mails the customer. */
export async function announce(
  ctx: Transaction,
  { account, id }: { account: number; id: string },
): Promise<void> {
  const job = (await jobById(ctx.db, account, id))!;
  const state = jobOf(job);
  const type = `job.${job.status}`;
  await queueEvent(ctx, {
    account,
    url: job.webhook_url,
    type,
    data: state,
    traceparent: job.traceparent,
  });
  const draft = jobMail(state, ctx.ports.publicUrl());
  if (draft) await mailAccount(ctx, { account, type: 'jobs', draft });
}
