import type { Phase } from '#core/context.ts';
import { queueWebhook } from '#domains/webhooks/index.ts';
import { jobById, jobOf } from './sql/jobs.ts';

type Transaction = Pick<Phase, 'db' | 'enqueue'> & { now(): Date };

/** Sends the customer's server the job as this transaction leaves it, if the job has a webhook. */
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
