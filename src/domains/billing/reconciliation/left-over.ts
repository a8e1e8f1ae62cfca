import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { capturedRank } from '../rules.ts';
import type { Reference } from './ask-provider.ts';

/** Subscriptions that may still be charged, and whatever was bought or paid since. */
export async function openReferences(db: Db, since: Date): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select known.provider, known.reference
    from purchase_reference known
    left join subscription on subscription.provider = known.provider and subscription.reference = known.reference
    where known.created_at >= ${since}
      or (not subscription.is_over and subscription.first_paid_at is not null)
      or exists (select from payment where payment.purchase = known.purchase and payment.recorded_at >= ${since})
    order by known.created_at, known.reference`.execute(db);
  return rows;
}

interface Known {
  provider: string;
  id: string;
}

/** Captured payments of a known purchase that are in no ledger: their reference became known after them. */
export async function unsettledPayments(db: Db): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select paid.provider, paid.id
    from provider_payment paid
    join purchase_reference known on known.provider = paid.provider
      and known.reference in (paid.order_reference, paid.subscription)
    where paid.rank >= ${capturedRank} and not exists (
      select from payment where payment.provider = paid.provider and payment.reference = paid.id)`.execute(
    db,
  );
  return rows;
}

/** Money of a subscription whose charge was never told. */
export async function paymentsWithoutCharge(db: Db, before: Date): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select provider, id from provider_payment
    where rank >= ${capturedRank} and invoice is not null and subscription is null and first_seen_at < ${before}
      and not exists (
        select from purchase_reference known
        where known.provider = provider_payment.provider and known.reference = provider_payment.order_reference)`.execute(
    db,
  );
  return rows;
}

/** Paid for, and claimed by nobody. */
export async function unclaimedPurchases(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ purchase: string }>`
    select distinct purchase from payment where outcome = 'kept' and recorded_at < ${before}`.execute(db);
  return rows.map(({ purchase }) => purchase);
}
