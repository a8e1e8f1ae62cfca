import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { SubscriptionTable } from '#platform/database/rows.generated.ts';
import type { ProviderSubscription } from '#platform/payments/port.ts';
import type { Purchase } from '../purchases.ts';
import { isOver, type SubscriptionStatus, subscriptionRanks } from '../rules.ts';

export type StopReason = 'cancelled' | 'superseded' | 'duplicate' | 'abandoned';

export interface Subscription {
  provider: string;
  reference: string;
  purchase: string;
  account: number | null;
  plan: string;
  amountPaise: number;
  status: SubscriptionStatus;
  isOver: boolean;
  /** End of the last period that is paid for. */
  paidUntil: Date | null;
  firstPaidAt: Date | null;
  stopsAt: Date | null;
  stopReason: StopReason | null;
  stoppedAt: Date | null;
}

const subscriptionOf = (row: Selectable<SubscriptionTable>): Subscription => ({
  provider: row.provider,
  reference: row.reference,
  purchase: row.purchase,
  account: row.account,
  plan: row.plan,
  amountPaise: row.amount_paise,
  status: row.status as SubscriptionStatus,
  isOver: row.is_over,
  paidUntil: row.paid_until,
  firstPaidAt: row.first_paid_at,
  stopsAt: row.stops_at,
  stopReason: row.stop_reason as StopReason | null,
  stoppedAt: row.stopped_at,
});

export async function subscriptionNamed(
  db: Db,
  provider: string,
  reference: string,
): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row ? subscriptionOf(row) : null;
}

/** Those of an account that have been charged, whether or not they are over or all of the money went back. */
export async function chargedSubscriptionsOf(db: Db, account: number): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('account', '=', account)
    .where((where) =>
      where.or([
        where('first_paid_at', 'is not', null),
        where.exists(
          where
            .selectFrom('payment')
            .whereRef('payment.purchase', '=', 'subscription.purchase')
            .whereRef('payment.subscription', '=', 'subscription.reference')
            .where('outcome', '=', 'reversed'),
        ),
      ]),
    )
    .orderBy('reference')
    .execute();
  return rows.map(subscriptionOf);
}

/** Subscriptions that should end, and of which the provider hasn't been told. */
export async function subscriptionsToStop(db: Db): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('stops_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('is_over', '=', false)
    .orderBy('stops_at')
    .limit(500)
    .execute();
  return rows.map(subscriptionOf);
}

/** Adds what a fact tells. What is over stays over; otherwise the provider's newest word counts. Needs the purchase's lock. */
export async function mergeSubscription(
  db: Db,
  purchase: Purchase,
  { id, status, periodStart, periodEnd }: ProviderSubscription,
  at: Date,
): Promise<void> {
  await sql`
    insert into subscription as known (provider, reference, purchase, account, plan, amount_paise, status, is_over, status_at, rank,
      period_start, period_end)
    values (${purchase.provider}, ${id}, ${purchase.id}, ${purchase.account}, ${purchase.plan}, ${purchase.amountPaise}, ${status},
      ${isOver(status)}, ${at}, ${subscriptionRanks.indexOf(status)}, ${periodStart}, ${periodEnd})
    on conflict (provider, reference) do update set status = excluded.status, is_over = excluded.is_over,
      status_at = excluded.status_at, rank = excluded.rank, period_start = excluded.period_start, period_end = excluded.period_end
    where (known.is_over, known.status_at, known.rank) < (excluded.is_over, excluded.status_at, excluded.rank)`.execute(
    db,
  );
}

export async function giveSubscriptionsTo(db: Db, purchase: string, account: number): Promise<void> {
  await db.updateTable('subscription').set({ account }).where('purchase', '=', purchase).execute();
}

export interface Stop {
  provider: string;
  reference: string;
  reason: StopReason;
  /** No period that starts at this time or later is wanted. */
  at: Date;
}

export async function setStop(db: Db, { provider, reference, reason, at }: Stop): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ stops_at: at, stop_reason: reason, stopped_at: null })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute();
}

export async function setStopped(db: Db, { provider, reference, stopReason }: Subscription, at: Date) {
  await db
    .updateTable('subscription')
    .set({ stopped_at: at })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('stop_reason', '=', stopReason)
    .execute();
}
