import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { deleteInBatches, rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { resolveAlert } from '#domains/audit/index.ts';
import { alertKind, allAccounts } from './vendor-money.ts';

/** The daily limits for unearned vendor money reset at midnight UTC. */
export const closeDays: Job = {
  id: 'sources.close-vendor-days',
  schedule: '3 * * * *',
  run: ({ ports }) => closeVendorDays(ports.db),
};

/** Closes alerts of past days, unless the limit is reached again today, and deletes days older than 30. */
async function closeVendorDays(db: Db): Promise<void> {
  const { rows } = await sql<{ subject: string; is_again: boolean }>`
    update unearned_vendor_money money set alerted_at = null
    from (
      select day, account from unearned_vendor_money
      where day < vendor_day() and alerted_at is not null
      order by day, account for update
    ) ended
    where money.day = ended.day and money.account = ended.account
    returning coalesce((select account_id from account where id = money.account), ${allAccounts}) as subject,
      exists (
        select from unearned_vendor_money today
        where today.day = vendor_day() and today.account = money.account and today.alerted_at is not null
      ) as is_again`.execute(db);
  for (const { subject } of rows.filter(({ is_again }) => !is_again)) {
    await resolveAlert(db, { kind: alertKind, subject });
  }
  await forgetOldDays(db);
}

async function forgetOldDays(db: Db): Promise<void> {
  const where = sql`day < (select vendor_day()) - 30`;
  await deleteInBatches(db, 'vendor_question', { where, oldestBy: 'day' });
  // In the order in which spending locks these rows.
  await rowsInBatches(
    db,
    2_000,
    (limit) => sql`
      delete from unearned_vendor_money where ctid = any (array(
        select ctid from unearned_vendor_money where ${where}
        order by day, account limit ${limit} for update skip locked
      ))`,
  );
}
