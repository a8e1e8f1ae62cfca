import { dayMs } from '#core/clock.ts';
import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { mailBuyer } from './purchase-mails.ts';
import { unclaimedToRemind } from './sql.ts';

const purchasesPerBatch = 200;

/** Reminds buyers once, a day after they paid for what no account has claimed. */
export const remindUnclaimed: Job = {
  id: 'billing.remind-unclaimed',
  schedule: '37 * * * *',
  async run({ phase, now }) {
    const aDayAgo = new Date(now().getTime() - dayMs);
    await inBatches(purchasesPerBatch, (limit) =>
      phase(async (inPhase) => {
        const purchases = await unclaimedToRemind(inPhase.db, aDayAgo, limit);
        for (const purchase of purchases) await mailBuyer(inPhase, purchase, 'purchase_waiting');
        return purchases.length;
      }),
    );
  },
};
