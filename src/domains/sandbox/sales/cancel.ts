import { act, type Changed, type Moment } from './act.ts';
import type { Sale } from './sale.ts';

/** A cancellation that billing asks for. Null if there is nothing left to cancel. */
export function cancel(sale: Sale, when: 'now' | 'at_period_end', moment: Moment): Changed | null {
  const { subscription } = sale;
  const isRunning = subscription?.status === 'active' || subscription?.status === 'pending';
  // Where no paid period runs, there is no end to wait for.
  if (when === 'at_period_end' && isRunning) return act(sale, { act: 'cancel_at_period_end' }, moment);
  return act(sale, { act: 'cancel' }, moment) ?? act(sale, { act: 'end_period' }, moment);
}
