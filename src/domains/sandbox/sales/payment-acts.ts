import { disputeFacts, paymentFact, refundFacts } from './facts.ts';
import { type Dispute, type Payment, type Refund, refundedPaise } from './sale.ts';
import { capture, type Stage, tell } from './stage.ts';

/** What happens to one payment. */
export const paymentActs = {
  arrive: capture,
  /** The bank changes its mind. */
  bounce(stage, payment) {
    Object.assign(payment, { status: 'failed', failure: 'The money never arrived.', changedAt: stage.at });
    tell(stage, 'payment.failed', paymentFact(stage.sale, payment));
  },
  /** A payment that failed is captured after all. */
  arrive_late: capture,
  refund: (stage, payment) => refundFromDashboard(stage, payment, left(payment)),
  refund_half: (stage, payment) => refundFromDashboard(stage, payment, Math.ceil(left(payment) / 2)),
  dispute: (stage, payment) => endDispute(stage, payment, 'open', 'created'),
  win_dispute: (stage, payment) => endDispute(stage, payment, 'won'),
  lose_dispute: (stage, payment) => endDispute(stage, payment, 'lost'),
  close_dispute: (stage, payment) => endDispute(stage, payment, 'closed'),
} satisfies Record<string, (stage: Stage, payment: Payment) => void>;

const left = (payment: Payment): number => payment.amountPaise - refundedPaise(payment);

const refundFromDashboard = (stage: Stage, payment: Payment, amountPaise: number) =>
  addRefund(stage, payment, amountPaise, stage.newId('dashboard'));

export function addRefund(stage: Stage, payment: Payment, amountPaise: number, key: string): Refund {
  const made = { id: stage.newId('rfnd'), key, amountPaise, at: stage.at };
  payment.refunds.push(made);
  payment.changedAt = stage.at;
  tell(stage, 'refund.processed', ...refundFacts({ ...payment, refunds: [made] }));
  return made;
}

function endDispute(stage: Stage, payment: Payment, status: Dispute['status'], event: string = status): void {
  payment.dispute = { id: payment.dispute?.id ?? stage.newId('disp'), status, at: stage.at };
  tell(stage, `payment.dispute.${event}`, ...disputeFacts(payment));
}
