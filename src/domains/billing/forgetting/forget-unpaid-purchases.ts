import { type SqlBool, sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { inBatches, rowsInBatches } from '#core/database/in-batches.ts';
import type { Job, JobContext } from '#core/job.ts';
import { Payments } from '../payments-port.ts';
import type { Reference } from '../reconciliation/ask-provider.ts';
import { endSubscription } from '../subscriptions/stop-subscription.ts';

/** Checkouts are not paid a month after they were opened. */
const openDays = 30;

/** Banks confirm a payment up to five days late. Until then the nightly job still asks about it, and money that comes goes back. */
const lateDays = 7;

const subscriptionsPerBatch = 200;

/** Ends what strangers never paid for, so that it can't be paid for any more, and then deletes it. */
export const forgetUnpaidPurchases: Job = {
  id: 'billing.forget-unpaid-purchases',
  sends: true,
  schedule: '10 21 * * *',
  async run(ctx) {
    const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs);
    const ended = await endAbandoned(ctx, daysAgo(openDays));
    const forgotten = await deleteAbandoned(ctx.ports.db, {
      soldBefore: daysAgo(openDays + lateDays),
      endedBefore: daysAgo(lateDays),
    });
    if (ended + forgotten > 0) ctx.log.info({ ended, forgotten }, 'unpaid purchases were forgotten');
  },
};

const endAbandoned = (ctx: JobContext, soldBefore: Date): Promise<number> =>
  inBatches(subscriptionsPerBatch, (limit) =>
    ctx.phase(async ({ db, enqueue }) => {
      ctx.signal.throwIfAborted();
      const providers = [...ctx.ports.use(Payments).providers.keys()];
      const stopped = await stopAbandoned(db, { soldBefore, at: ctx.now(), providers, limit });
      for (const { provider, reference } of stopped) enqueue(endSubscription, { provider, reference });
      return stopped.length;
    }),
  );

const rowsPerBatch = 1_000;

/** Sold to a stranger before this time, and never paid for. */
const isAbandoned = (before: Date) => sql<SqlBool>`
  purchase.account is null and purchase.created_at < ${before}
  and not exists (select from payment where payment.purchase = purchase.id)`;

/** Decides that up to `limit` subscriptions that are unpaid end now, the oldest first. */
async function stopAbandoned(
  db: Db,
  { soldBefore, at, providers, limit }: { soldBefore: Date; at: Date; providers: string[]; limit: number },
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

/** Deletes purchases whose subscriptions have ended, with their references. Returns how many. */
const deleteAbandoned = (db: Db, { soldBefore, endedBefore }: { soldBefore: Date; endedBefore: Date }) =>
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
