import { dayMs } from '#core/clock.ts';
import type { Job } from '#core/job.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { alertUnmatched } from '../money/alerts.ts';
import { duplicatesToRefund } from '../money/payment-ledger.ts';
import { knownPayment } from '../money/provider-payments.ts';
import { refundDuplicate } from '../money/refund-duplicate.ts';
import { settlePayment } from '../money/settle-payment.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import { subscriptionsToStop } from '../subscriptions/subscriptions.ts';
import { askAboutAll } from './ask-about-all.ts';
import { paymentsWithoutCharge, unclaimedPurchases, unsettledPayments } from './left-over.ts';

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
    await ctx.phase(async ({ enqueue }) => {
      for (const { provider, providerPaymentId: payment } of await duplicatesToRefund(db))
        enqueue(refundDuplicate, { provider, payment });
      for (const { provider, reference } of await subscriptionsToStop(db))
        enqueue(endSubscription, { provider, reference });
    });
    await askAboutAll(ctx, since);
    for (const { provider, id } of await paymentsWithoutCharge(db, {
      since,
      before: new Date(now - dayMs),
    }))
      await alertUnmatched(db, (await knownPayment(db, provider, id))!, 'charge_missing');
    for (const subject of await unclaimedPurchases(db, new Date(now - unclaimedDays * dayMs)))
      await raiseAlert(db, { kind: 'payment_unclaimed', subject, details: { days: unclaimedDays } });
  },
};
