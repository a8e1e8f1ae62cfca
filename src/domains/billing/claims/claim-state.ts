import { type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { providerNames } from '../variables.ts';

export interface ClaimState {
  purchase: string;
  plan: string;
  isPaid: boolean;
  isClaimed: boolean;
}

/** Null for a reference that nobody has. */
export async function claimStateOf(db: Db, reference: string): Promise<ClaimState | null> {
  const { rows } = await sql<{ purchase: string; plan: string; is_paid: boolean; is_claimed: boolean }>`
    select purchase.id as purchase, purchase.plan, purchase.account is not null as is_claimed,
      exists (select from payment where payment.purchase = purchase.id and outcome in ('kept', 'granted')) as is_paid
    from purchase_reference known join purchase on purchase.id = known.purchase
    where known.provider in (${sql.join(providerNames)}) and known.reference = ${reference}
    limit 1`.execute(db);
  const [row] = rows;
  return row
    ? { purchase: row.purchase, plan: row.plan, isPaid: row.is_paid, isClaimed: row.is_claimed }
    : null;
}

/** How long to wait for the provider's delivery, and between two questions to it about one purchase. */
export const askEveryMs = 5_000;

/** Whether it is this caller's turn to ask the provider: over all processes, one in five seconds. */
export async function claimQuestion(db: Db, purchase: string, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - askEveryMs);
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set({ asked_at: now })
    .where('id', '=', purchase)
    .where('created_at', '<=', before)
    .where(sql<SqlBool>`(asked_at is null or asked_at <= ${before})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
