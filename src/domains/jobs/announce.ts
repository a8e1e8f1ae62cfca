import type { Phase } from '#core/context.ts';
import { queueWebhook } from '#domains/webhooks/index.ts';
import { jobById, jobOf } from './sql/jobs.ts';

type Transaction = Pick<Phase, 'db' | 'enqueue'> & { now(): Date };

/** Tells the customer's server what this transaction has made of a job, if the job has one. */
export async function announce(
  ctx: Transaction,
  { account, id }: { account: number; id: string },
): Promise<void> {
  const job = (await jobById(ctx.db, account, id))!;
  if (job.webhook_url === null) return;
  const type = `job.${job.status}`;
  await queueWebhook(ctx, {
    account,
    url: job.webhook_url,
    type,
    data: jobOf(job),
    traceparent: job.traceparent,
  });
}
