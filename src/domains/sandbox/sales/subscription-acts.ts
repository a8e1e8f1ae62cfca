import { chargeFact, paymentFact } from './facts.ts';
import { addPayment, changeSubscription, type Stage, tell } from './stage.ts';

/** What happens to a subscription. A renewal charges the next period at once, without waiting for its first day. */
export const subscriptionActs = {
  start(stage) {
    changeSubscription(stage, 'subscription.authenticated', { status: 'authenticated' });
    charge(stage);
    changeSubscription(stage, 'subscription.activated', {});
  },
  renew: charge,
  /** The bank refuses the charge. The provider tries again for three days. */
  fail_renewal(stage) {
    const payment = addPayment(stage, 'failed', { invoice: stage.newId('inv') });
    tell(stage, 'payment.failed', paymentFact(stage.sale, payment));
    changeSubscription(stage, 'subscription.pending', { status: 'pending' });
  },
  /** The provider gives up. */
  halt: (stage) => changeSubscription(stage, 'subscription.halted', { status: 'halted' }),
  cancel_at_period_end(stage) {
    changeSubscription(stage, 'subscription.updated', { endsWithPeriod: true });
  },
  end_period: cancel,
  cancel,
} satisfies Record<string, (stage: Stage) => void>;

function cancel(stage: Stage): void {
  changeSubscription(stage, 'subscription.cancelled', { status: 'cancelled', endsWithPeriod: false });
}

/** The same rupees are told three times, as real providers do. Only the charge counts. */
function charge(stage: Stage): void {
  const { sale, at, newId } = stage;
  const subscription = sale.subscription!;
  const periodStart = subscription.periodEnd ?? at;
  const period = { periodStart, periodEnd: monthAfter(new Date(periodStart)).toISOString() };
  Object.assign(subscription, { ...period, status: 'active' });
  sale.changedAt = at;
  const payment = addPayment(stage, 'captured', { ...period, invoice: newId('inv') });
  tell(stage, 'payment.captured', paymentFact(sale, payment));
  tell(stage, 'invoice.paid', paymentFact(sale, payment));
  tell(stage, 'subscription.charged', chargeFact(sale, payment));
}

/** The same time on the same day of the next month, or on its last day. In UTC. */
export function monthAfter(from: Date): Date {
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
}
