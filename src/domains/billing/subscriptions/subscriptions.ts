import { type Selectable, sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import type { SubscriptionTable } from '#platform/database/rows.generated.ts';
import type { ProviderSubscription } from '#platform/payments/port.ts';
import type { Purchase } from '../purchases.ts';
import { isOver, keptBackDays, mayBeCharged, type SubscriptionStatus, subscriptionRanks } from '../rules.ts';

export type StopReason = 'cancelled' | 'superseded' | 'duplicate' | 'abandoned';

export interface Subscription extends Selectable<SubscriptionTable> {
  status: SubscriptionStatus;
  stop_reason: StopReason | null;
}

const subscriptions = (db: Db) => db.selectFrom('subscription').selectAll().$castTo<Subscription>();

const named = (db: Db, provider: string, reference: string) =>
  subscriptions(db).where('provider', '=', provider).where('reference', '=', reference);

export const subscriptionNamed = async (...of: Parameters<typeof named>): Promise<Subscription | null> =>
  (await named(...of).executeTakeFirst()) ?? null;

/** Waits for the transaction that is changing it, if one is. */
export const subscriptionAfterChanges = async (
  ...of: Parameters<typeof named>
): Promise<Subscription | null> =>
  (await named(...of)
    .forUpdate()
    .executeTakeFirst()) ?? null;

/** Those of an account that have been charged, whether or not they are over or all of the money went back. */
export const chargedSubscriptionsOf = (db: Db, account: number): Promise<Subscription[]> =>
  subscriptions(db)
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

/** Whether the provider may charge it again without further action. */
export const isRenewing = ({ status, stops_at }: Subscription): boolean =>
  stops_at === null && mayBeCharged.includes(status);

/** Until when its cancellation can be undone. Exclusive. Null if it isn't cancelled, or that is final. */
export function undoableUntil(
  { stop_reason, stopped_at, is_over, paid_until }: Subscription,
  now: Date,
): Date | null {
  if (stop_reason !== 'cancelled' || stopped_at !== null || is_over || !paid_until) return null;
  const until = new Date(paid_until.getTime() - keptBackDays * dayMs);
  return until > now ? until : null;
}

/** When a subscription that renews is charged next. Once all of its money went back, only the provider's period is known. */
export const nextChargeOf = ({ paid_until, period_end }: Subscription): Date | null =>
  paid_until ?? period_end;

/** Subscriptions that should end, where the provider hasn't been asked yet. */
export const subscriptionsToStop = (db: Db): Promise<Subscription[]> =>
  subscriptions(db)
    .where('stops_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('is_over', '=', false)
    .orderBy('stops_at')
    .limit(500)
    .execute();

/** Adds a fact. An ended subscription stays ended; otherwise the provider's newest event counts. Needs the purchase's lock. */
export async function mergeSubscription(
  db: Db,
  purchase: Purchase,
  { id, status, periodStart, periodEnd }: ProviderSubscription,
  at: Date,
): Promise<void> {
  await sql`
    insert into subscription as known (provider, reference, purchase, account, plan, amount_paise, status, is_over, status_at, rank,
      period_start, period_end)
    values (${purchase.provider}, ${id}, ${purchase.id}, ${purchase.account}, ${purchase.plan}, ${purchase.amount_paise}, ${status},
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

/** Reads from the ledger since when and until when a subscription is paid for. Money that went back doesn't count. */
export async function recountPaidPeriods(db: Db, provider: string, reference: string): Promise<void> {
  await sql`
    update subscription set (first_paid_at, paid_until) = (
      select min(occurred_at), max(period_end) from payment
      where purchase = subscription.purchase and subscription = ${reference} and outcome in ('kept', 'granted'))
    where provider = ${provider} and reference = ${reference}`.execute(db);
}

export interface Stop {
  provider: string;
  reference: string;
  reason: StopReason;
  /** Periods that start at this time or later are not paid for. */
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

export async function takeBackStop(db: Db, { provider, reference }: Subscription): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ stops_at: null, stop_reason: null })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute();
}

export async function setStopped(db: Db, { provider, reference, stop_reason }: Subscription, at: Date) {
  await db
    .updateTable('subscription')
    .set({ stopped_at: at })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('stop_reason', '=', stop_reason)
    .execute();
}

/** Decides that subscriptions of an account that were never charged end. Money that they still charge goes back. */
export async function abandonUnpaid(db: Db, account: number, at: Date): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ stops_at: at, stop_reason: 'abandoned' })
    .where('account', '=', account)
    .where('is_over', '=', false)
    .where('stops_at', 'is', null)
    .where('first_paid_at', 'is', null)
    .execute();
}
