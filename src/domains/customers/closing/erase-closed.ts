import { inBatches } from '#core/database/in-batches.ts';
import type { Job, JobContext } from '#core/job.ts';
import { type Account, accountsToErase, setErased } from '#domains/accounts/index.ts';
import { clearRows, eraseRows, storedDataOf } from './stored-rows.ts';

const rowsPerBatch = 2_000;

/**
 * Erases what a closing leaves to it, in small transactions, so that a run after a crash continues. It looks again at accounts that
 * were closed lately, for what calls under way stored after that.
 */
export const eraseClosed: Job = {
  id: 'customers.erase-closed',
  schedule: '*/10 * * * *',
  async run(ctx) {
    for (const account of await accountsToErase(ctx.ports.db, ctx.now())) await eraseOne(ctx, account);
  },
};

async function eraseOne({ ports, now, signal }: JobContext, account: Account): Promise<void> {
  const { db } = ports;
  for (const stored of storedDataOf(ports, account)) {
    const change = stored.declared.kept === undefined ? eraseRows : clearRows;
    await inBatches(rowsPerBatch, (limit) => {
      signal.throwIfAborted();
      return change(db, stored, limit);
    });
  }
  await setErased(db, account.id, now());
}
