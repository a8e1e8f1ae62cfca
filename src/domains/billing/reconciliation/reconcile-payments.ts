import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { alertUnmatched } from '../money/alerts.ts';
import { type KnownPayment, knownPayment } from '../money/provider-payments.ts';
import { refundLeftDuplicates } from '../money/refund-duplicate.ts';
import { sendLeftRefunds } from '../money/send-refund.ts';
import { settlePayment } from '../money/settle-payment.ts';
import { capturedRank } from '../rules.ts';
import { endSubscription } from '../subscriptions/stop-subscription.ts';
import { subscriptionsToStop } from '../subscriptions/subscriptions.ts';
import { askAboutAll, type Reference } from './ask-provider.ts';

/** A period, its days of grace, and a good while for refunds and disputes whose deliveries were lost. */
const recentDays = 45;
const unclaimedDays = 7;

/**
 * Asks the provider about everything open or recent, and repairs what a lost delivery left, by the same path as deliveries.
 * What needs no answer comes first: the questions take long, or fail.
 */
export const reconcilePayments: Job = {
  id: 'billing.reconcile-payments',
  sends: true,
  schedule: '40 20 * * *',
  timeoutSeconds: 2 * 60 * 60,
  async run(ctx) {
    const { db } = ctx.ports;
    const now = ctx.now().getTime();
    const since = new Date(now - recentDays * dayMs);
    for (const { provider, id } of await unsettledPayments(db, since))
      await ctx.phase((phase) => settlePayment(phase, provider, id));
    await ctx.phase(async (phase) => {
      await refundLeftDuplicates(phase);
      await sendLeftRefunds(phase);
      for (const { provider, reference } of await subscriptionsToStop(phase.db))
        phase.enqueue(endSubscription, { provider, reference });
    });
    await askAboutAll(ctx, await openReferences(db, since));
    for (const { provider, id } of await paymentsWithoutCharge(db, {
      since,
      before: new Date(now - dayMs),
    }))
      await alertUnmatched(db, (await knownPayment(db, provider, id))!, 'charge_missing');
    for (const subject of await unclaimedPurchases(db, new Date(now - unclaimedDays * dayMs)))
      await raiseAlert(db, { kind: 'payment_unclaimed', subject, details: { days: unclaimedDays } });
  },
};

/**
 * The purchases and payments since then, and the subscriptions that may still be charged. Those with money come first: anyone can
 * leave checkouts that are never paid.
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

/** Captured payments of a known purchase that are in no ledger: their reference became known after them. */
async function unsettledPayments(db: Db, since: Date): Promise<Pick<KnownPayment, 'provider' | 'id'>[]> {
  const { rows } = await sql<Pick<KnownPayment, 'provider' | 'id'>>`
    select paid.provider, paid.id
    from provider_payment paid
    where paid.rank >= ${sql.lit(capturedRank)} and not paid.is_settled and paid.first_seen_at >= ${since} and exists (
      select from purchase_reference known
      where known.provider = paid.provider and known.reference in (paid.order_reference, paid.subscription))
    order by paid.first_seen_at`.execute(db);
  return rows;
}

/** Money of a subscription whose charge was never reported. */
async function paymentsWithoutCharge(
  db: Db,
  { since, before }: { since: Date; before: Date },
): Promise<Pick<KnownPayment, 'provider' | 'id'>[]> {
  const { rows } = await sql<Pick<KnownPayment, 'provider' | 'id'>>`
    select provider, id from provider_payment paid
    where rank >= ${sql.lit(capturedRank)} and not is_settled and first_seen_at >= ${since} and first_seen_at < ${before}
      and invoice is not null and subscription is null and not exists (
        select from purchase_reference known
        where known.provider = paid.provider and known.reference = paid.order_reference)`.execute(db);
  return rows;
}

/** Paid for, and claimed by no account. */
async function unclaimedPurchases(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ purchase: string }>`
    select distinct purchase from payment where outcome = 'kept' and recorded_at < ${before}`.execute(db);
  return rows.map(({ purchase }) => purchase);
}
