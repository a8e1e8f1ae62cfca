import { dayMs, minuteMs } from '#core/clock.ts';
import type { Job } from '#core/job.ts';
import { applyStored, triesMax } from './apply-delivery.ts';
import { deleteAppliedDeliveries, waitingDeliveries } from './deliveries.ts';

const keptDays = 90;

/** Applies what a crash or an outage left behind, and deletes what is old. */
export const sweepDeliveries: Job = {
  id: 'billing.sweep-deliveries',
  sends: true,
  schedule: '*/5 * * * *',
  async run(ctx) {
    const { db } = ctx.ports;
    const now = ctx.now().getTime();
    const waiting = await waitingDeliveries(db, { receivedBefore: new Date(now - minuteMs), triesMax });
    for (const id of waiting) {
      ctx.signal.throwIfAborted();
      await applyStored(ctx, id).catch((error: unknown) => {
        ctx.log.warn({ error, delivery: id }, 'a delivery could not be applied');
      });
    }
    const forgotten = await deleteAppliedDeliveries(db, new Date(now - keptDays * dayMs));
    if (waiting.length + forgotten > 0)
      ctx.log.info({ waiting: waiting.length, forgotten }, 'deliveries were swept');
  },
};
