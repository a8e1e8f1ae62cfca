import { sql } from 'kysely';
import { deleteInBatches, inBatches } from '#core/database/in-batches.ts';
import type { Job, JobContext } from '#core/job.ts';
import { type Account, accountsToErase, setErased } from '#domains/accounts/index.ts';
import { clearRows, eraseRows, storedDataOf } from './stored-rows.ts';

const rowsPerBatch = 2_000;

/** The last try to send one is long past. */
const oldMails = { where: sql`queued_at < now() - interval '7 days'`, oldestBy: 'queued_at' };

/**
 * Erases what a closing leaves to it, in small transactions, so that a run after a crash continues. It looks again at accounts that
 * were closed lately, for what calls under way stored after that. Mails that could not be sent go too.
 */
export const eraseClosed: Job = {
  id: 'customers.erase-closed',
  schedule: '*/10 * * * *',
  async run(ctx) {
    await deleteInBatches(ctx.ports.db, 'account_mail', oldMails);
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
