import { dayMs } from '#core/clock.ts';
import { inBatches } from '#core/database/in-batches.ts';
import type { Job, JobContext } from '#core/job.ts';
import { Payments } from '../payments-port.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import { deleteAbandoned, stopAbandoned } from './sql.ts';

/** Nobody pays on a page that they opened a month ago. */
const openDays = 30;

/** Banks confirm a payment up to five days late. Until then the night still asks about it, and money that comes goes back. */
const lateDays = 7;

const subscriptionsPerBatch = 200;

/** Ends what strangers never paid for, so that nobody can pay for it any more, and then forgets it. */
export const forgetUnpaidPurchases: Job = {
  id: 'billing.forget-unpaid-purchases',
  sends: true,
  schedule: '10 21 * * *',
  async run(ctx) {
    const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs);
    const ended = await endAbandoned(ctx, daysAgo(openDays));
    const forgotten = await deleteAbandoned(ctx.ports.db, {
      soldBefore: daysAgo(openDays + lateDays),
      endedBefore: daysAgo(lateDays),
    });
    if (ended + forgotten > 0) ctx.log.info({ ended, forgotten }, 'unpaid purchases were forgotten');
  },
};

const endAbandoned = (ctx: JobContext, soldBefore: Date): Promise<number> =>
  inBatches(subscriptionsPerBatch, (limit) =>
    ctx.phase(async ({ db, enqueue }) => {
      ctx.signal.throwIfAborted();
      const providers = [...ctx.ports.use(Payments).providers.keys()];
      const stopped = await stopAbandoned(db, { soldBefore, at: ctx.now(), providers, limit });
      for (const { provider, reference } of stopped) enqueue(endSubscription, { provider, reference });
      return stopped.length;
    }),
  );
