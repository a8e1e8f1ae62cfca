import type { Phase } from '#core/context.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { jobById, jobOf } from './sql/jobs.ts';

type Transaction = Pick<Phase, 'db' | 'enqueue'> & { now(): Date };

/** Sends the job as this transaction leaves it to its webhook, if it has one, and to the account's endpoints. */
export async function announce(
  ctx: Transaction,
  { account, id }: { account: number; id: string },
): Promise<void> {
  const job = (await jobById(ctx.db, account, id))!;
  const type = `job.${job.status}`;
  await queueEvent(ctx, {
    account,
    url: job.webhook_url,
    type,
    data: jobOf(job),
    traceparent: job.traceparent,
  });
}
