import type { Entity } from '../books.ts';
import { cancelSubscription } from '../cancelling.ts';
import { chargePeriod } from '../charging.ts';
import { type Act, named, type Stage } from './stage.ts';

/** Acts on a subscription. */
export function subscriptionActs({ books, tell }: Stage) {
  const changed = async (id: string, status: string, event = status): Promise<Entity> => {
    const subscription = named(books.subscriptions, id);
    subscription.status = status;
    await tell(`subscription.${event}`, { subscription });
    return subscription;
  };
  return {
    /** Charges the next period, with all events of one renewal. The first charge also activates. */
    async charge(id: string) {
      const subscription = named(books.subscriptions, id);
      const isFirst = subscription.paid_count === 0;
      if (isFirst) await changed(id, 'authenticated');
      const { payment, invoice } = chargePeriod(books, subscription);
      const order = named(books.orders, String(payment.order_id));
      await tell('payment.authorized', { payment: { ...payment, status: 'authorized', captured: false } });
      await tell('payment.captured', { payment });
      await tell('order.paid', { payment, order });
      await tell('invoice.paid', { payment, order, invoice });
      if (isFirst) await tell('subscription.activated', { subscription });
      await tell('subscription.charged', { subscription, payment });
      return payment;
    },
    pending: (id: string) => changed(id, 'pending'),
    halt: (id: string) => changed(id, 'halted'),
    pause: (id: string) => changed(id, 'paused'),
    resume: (id: string) => changed(id, 'active', 'resumed'),
    async cancel(id: string) {
      const subscription = cancelSubscription(books, id, false);
      await tell('subscription.cancelled', { subscription });
      return subscription;
    },
  } satisfies Record<string, Act>;
}
