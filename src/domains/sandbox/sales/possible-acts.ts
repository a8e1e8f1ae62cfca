import type { PaymentAct, SaleAct } from './act-names.ts';
import { hasCaptured, type Payment, refundedPaise, type Sale } from './sale.ts';

/** What can happen to a sale now, as a whole. */
export function actsOnSale(sale: Sale): SaleAct[] {
  const { subscription } = sale;
  if (!subscription) return hasCaptured(sale) ? ['pay_again'] : ['pay', 'delay', 'fail'];
  switch (subscription.status) {
    case 'created':
      return ['start', 'cancel'];
    case 'active':
    case 'pending':
      return subscription.endsWithPeriod
        ? ['end_period']
        : [
            'renew',
            subscription.status === 'active' ? 'fail_renewal' : 'halt',
            'cancel_at_period_end',
            'cancel',
          ];
    case 'halted':
      return ['renew', 'cancel'];
    default:
      return [];
  }
}

/** What can happen to one payment now. */
export function actsOnPayment(payment: Payment): PaymentAct[] {
  if (payment.status === 'authorized') return ['arrive', 'bounce'];
  if (payment.status === 'failed') return payment.invoice === null ? ['arrive_late'] : [];
  const refunds: PaymentAct[] = refundedPaise(payment) < payment.amountPaise ? ['refund', 'refund_half'] : [];
  if (payment.dispute === null) return [...refunds, 'dispute'];
  return payment.dispute.status === 'open' ? ['win_dispute', 'lose_dispute', 'close_dispute'] : refunds;
}
