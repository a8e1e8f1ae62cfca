import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { capturedRank } from '../rules.ts';
import type { Reference } from './ask-provider.ts';

/**
 * What was bought or paid since, and the subscriptions that may still be charged. Those with money come first: anyone can
 * leave checkouts that nobody pays.
 */
export async function openReferences(db: Db, since: Date): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select provider, reference from (
      select provider, reference, 2 as turn from purchase_reference
      where created_at >= ${since}
      union all
      select provider, reference, 1 from subscription
      where not is_over and first_paid_at is not null
      union all
      -- A charge names its subscription; a pack may have several orders.
      select provider, unnest(case when subscription is not null then array[subscription] else array (
        select reference from purchase_reference known where known.purchase = payment.purchase) end), 1
      from payment
      where kind = 'payment' and recorded_at >= ${since}
    ) open
    group by provider, reference
    order by provider, min(turn), reference`.execute(db);
  return rows;
}

interface Known {
  provider: string;
  id: string;
}

/** Captured payments of a known purchase that are in no ledger: their reference became known after them. */
export async function unsettledPayments(db: Db, since: Date): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select paid.provider, paid.id
    from provider_payment paid
    where paid.rank >= ${sql.lit(capturedRank)} and not paid.is_settled and paid.first_seen_at >= ${since} and exists (
      select from purchase_reference known
      where known.provider = paid.provider and known.reference in (paid.order_reference, paid.subscription))
    order by paid.first_seen_at`.execute(db);
  return rows;
}

/** Money of a subscription whose charge was never told. */
export async function paymentsWithoutCharge(
  db: Db,
  { since, before }: { since: Date; before: Date },
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select provider, id from provider_payment paid
    where rank >= ${sql.lit(capturedRank)} and not is_settled and first_seen_at >= ${since} and first_seen_at < ${before}
      and invoice is not null and subscription is null and not exists (
        select from purchase_reference known
        where known.provider = paid.provider and known.reference = paid.order_reference)`.execute(db);
  return rows;
}

/** Paid for, and claimed by nobody. */
export async function unclaimedPurchases(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ purchase: string }>`
    select distinct purchase from payment where outcome = 'kept' and recorded_at < ${before}`.execute(db);
  return rows.map(({ purchase }) => purchase);
}
