import { type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Reference } from '../reconciliation/ask-provider.ts';

const rowsPerBatch = 1_000;

/** Sold to a stranger before this time, and never paid for. */
const isAbandoned = (before: Date) => sql<SqlBool>`
  purchase.account is null and purchase.created_at < ${before}
  and not exists (select from payment where payment.purchase = purchase.id)`;

/** Decides that up to `limit` subscriptions that nobody paid for end now, the oldest first. */
export async function stopAbandoned(
  db: Db,
  {
    soldBefore,
    at,
    providers,
    limit,
  }: { soldBefore: Date; at: Date; providers: readonly string[]; limit: number },
): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    update subscription set stops_at = ${at}, stop_reason = 'abandoned'
    where ctid = any (array (
      select subscription.ctid
      from purchase join subscription on subscription.purchase = purchase.id
      where ${isAbandoned(soldBefore)} and subscription.stops_at is null and not subscription.is_over
        and subscription.first_paid_at is null and subscription.provider = any (${providers})
      order by purchase.created_at, purchase.id
      limit ${limit}
      for update of subscription skip locked))
    returning provider, reference`.execute(db);
  return rows;
}

/** Deletes purchases whose subscriptions have ended, with their references. Gives how many. */
export const deleteAbandoned = (
  db: Db,
  { soldBefore, endedBefore }: { soldBefore: Date; endedBefore: Date },
) =>
  rowsInBatches(
    db,
    rowsPerBatch,
    (limit) => sql`
      delete from purchase where ctid = any (array (
        select ctid from purchase
        where ${isAbandoned(soldBefore)} and not exists (
          select from subscription
          where subscription.purchase = purchase.id and not is_over
            and (stopped_at is null or stopped_at >= ${endedBefore}))
        order by created_at, id
        limit ${limit}
        for update skip locked))`,
  );
