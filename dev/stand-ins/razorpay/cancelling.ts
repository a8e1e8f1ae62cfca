import type { Books, Entity } from './books.ts';
import { badInput, unknownId } from './refusal.ts';

/** Refuses as Razorpay does. */
export function cancelSubscription(books: Books, id: string, atCycleEnd: boolean): Entity {
  const subscription = books.subscriptions.get(id);
  if (!subscription) throw unknownId();
  const { status } = subscription;
  if (['cancelled', 'completed', 'expired'].includes(String(status))) {
    throw badInput(`Subscription is not cancellable in ${status} status.`, 'status');
  }
  if (!atCycleEnd) {
    Object.assign(subscription, { status: 'cancelled', ended_at: books.seconds(), charge_at: null });
    return subscription;
  }
  if (status !== 'active' && status !== 'pending') {
    throw badInput('Subscription cannot be cancelled since no billing cycle is going on');
  }
  if (subscription.has_scheduled_changes === true) {
    throw badInput('The subscription already has a scheduled change.');
  }
  if (subscription.remaining_count === 0) {
    throw badInput('The subscription is in its final cycle and cannot be cancelled now.');
  }
  subscription.has_scheduled_changes = true;
  subscription.change_scheduled_at = subscription.current_end;
  return subscription;
}

/** Takes effect at once: Razorpay knows no other `pause_at` than `now`. */
export function pauseSubscription(books: Books, id: string): Entity {
  const subscription = books.subscriptions.get(id);
  if (!subscription) throw unknownId();
  if (subscription.status !== 'active') {
    throw badInput('Subscription cannot be paused as it is not in active state.');
  }
  return Object.assign(subscription, { status: 'paused', paused_at: books.seconds(), charge_at: null });
}

export function resumeSubscription(books: Books, id: string): Entity {
  const subscription = books.subscriptions.get(id);
  if (!subscription) throw unknownId();
  if (subscription.status !== 'paused') {
    throw badInput('Subscription cannot be resumed as it is not in paused state.');
  }
  return Object.assign(subscription, {
    status: 'active',
    paused_at: null,
    charge_at: subscription.current_end,
  });
}
