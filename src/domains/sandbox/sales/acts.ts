import type { ProviderFact, ProviderRefund } from '#platform/payments/port.ts';
import { chargeFact, disputeFacts, paymentFact, refundFacts, subscriptionFact } from './facts.ts';
import {
  type Dispute,
  hasCaptured,
  type Payment,
  type Refund,
  refundedPaise,
  type Sale,
  type Subscription,
} from './sale.ts';

/** An event for the webhook. */
export interface SandboxEvent {
  name: string;
  facts: ProviderFact[];
}

export interface Moment {
  now: Date;
  newId(prefix: string): string;
}

export interface Changed {
  sale: Sale;
  events: SandboxEvent[];
}

/** One act: it changes the sale in place and collects events. */
interface Stage extends Changed {
  /** ISO 8601. */
  at: string;
  newId(prefix: string): string;
}

const stageFor = (sale: Sale, { now, newId }: Moment): Stage => ({
  sale: structuredClone(sale),
  events: [],
  at: now.toISOString(),
  newId,
});

const addEvent = ({ events }: Stage, name: string, ...facts: ProviderFact[]): void =>
  void events.push({ name, facts });

/** Adds a payment of the whole amount. */
function addPayment(stage: Stage, status: Payment['status'], more: Partial<Payment> = {}): Payment {
  const payment: Payment = {
    id: stage.newId('pay'),
    status,
    amountPaise: stage.sale.amountPaise,
    failure: status === 'failed' ? 'The bank did not accept the payment.' : null,
    invoice: null,
    periodStart: null,
    periodEnd: null,
    changedAt: stage.at,
    refunds: [],
    dispute: null,
    ...more,
  };
  stage.sale.payments.push(payment);
  return payment;
}

const paymentEvent = (stage: Stage, name: string, payment: Payment): void =>
  addEvent(stage, name, paymentFact(stage.sale, payment));

/** The money of an order arrives. */
function capture(stage: Stage, payment: Payment): void {
  Object.assign(payment, { status: 'captured', failure: null, changedAt: stage.at });
  paymentEvent(stage, 'payment.captured', payment);
  paymentEvent(stage, 'order.paid', payment);
}

function changeSubscription(stage: Stage, event: string, change: Partial<Subscription>): void {
  Object.assign(stage.sale.subscription!, change);
  stage.sale.changedAt = stage.at;
  addEvent(stage, event, subscriptionFact(stage.sale));
}

/** Reports the same money three times, as real providers do. Only the charge counts. */
function charge(stage: Stage): void {
  const { sale, at, newId } = stage;
  const periodStart = sale.subscription!.periodEnd ?? at;
  const period = { periodStart, periodEnd: monthAfter(new Date(periodStart)).toISOString() };
  Object.assign(sale.subscription!, { ...period, status: 'active' });
  sale.changedAt = at;
  const payment = addPayment(stage, 'captured', { ...period, invoice: newId('inv') });
  paymentEvent(stage, 'payment.captured', payment);
  paymentEvent(stage, 'invoice.paid', payment);
  addEvent(stage, 'subscription.charged', chargeFact(sale, payment));
}

/** The same time on the same day of the next month, or on its last day. In UTC. */
export function monthAfter(from: Date): Date {
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
}

const pay = (stage: Stage): void => capture(stage, addPayment(stage, 'captured'));
const endSubscription = (stage: Stage): void =>
  changeSubscription(stage, 'subscription.cancelled', { status: 'cancelled', endsWithPeriod: false });

/** The buttons of an order or a subscription. */
const saleActs = {
  pay,
  /** The bank agrees, but the money isn't here yet. */
  delay: (stage) => paymentEvent(stage, 'payment.authorized', addPayment(stage, 'authorized')),
  fail: (stage) => paymentEvent(stage, 'payment.failed', addPayment(stage, 'failed')),
  /** A second payment for the same order. */
  pay_again: pay,
  start(stage) {
    changeSubscription(stage, 'subscription.authenticated', { status: 'authenticated' });
    charge(stage);
    changeSubscription(stage, 'subscription.activated', {});
  },
  /** Charges the next period at once, without waiting for its first day. */
  renew: charge,
  /** The bank refuses the charge. The provider tries again for three days. */
  fail_renewal(stage) {
    paymentEvent(stage, 'payment.failed', addPayment(stage, 'failed', { invoice: stage.newId('inv') }));
    changeSubscription(stage, 'subscription.pending', { status: 'pending' });
  },
  /** The provider gives up. */
  halt: (stage) => changeSubscription(stage, 'subscription.halted', { status: 'halted' }),
  cancel_at_period_end: (stage) =>
    changeSubscription(stage, 'subscription.updated', { endsWithPeriod: true }),
  end_period: endSubscription,
  cancel: endSubscription,
} satisfies Record<string, (stage: Stage) => void>;

/** The buttons of one payment. */
const paymentActs = {
  arrive: capture,
  /** The bank changes its mind. */
  bounce(stage, payment) {
    Object.assign(payment, { status: 'failed', failure: 'The money never arrived.', changedAt: stage.at });
    paymentEvent(stage, 'payment.failed', payment);
  },
  /** A payment that failed is captured after all. */
  arrive_late: capture,
  refund: (stage, payment) => refundFromDashboard(stage, payment, left(payment)),
  refund_half: (stage, payment) => refundFromDashboard(stage, payment, Math.ceil(left(payment) / 2)),
  dispute: (stage, payment) => changeDispute(stage, payment, 'open', 'created'),
  win_dispute: (stage, payment) => changeDispute(stage, payment, 'won'),
  lose_dispute: (stage, payment) => changeDispute(stage, payment, 'lost'),
  close_dispute: (stage, payment) => changeDispute(stage, payment, 'closed'),
} satisfies Record<string, (stage: Stage, payment: Payment) => void>;

type SaleAct = keyof typeof saleActs;
type PaymentAct = keyof typeof paymentActs;
export type ActName = SaleAct | PaymentAct;
export const actNames = Object.keys({ ...saleActs, ...paymentActs }) as ActName[];

const left = (payment: Payment): number => payment.amountPaise - refundedPaise(payment);

const refundFromDashboard = (stage: Stage, payment: Payment, amountPaise: number) =>
  addRefund(stage, payment, amountPaise, stage.newId('dashboard'));

function addRefund(stage: Stage, payment: Payment, amountPaise: number, key: string): Refund {
  const made = { id: stage.newId('rfnd'), key, amountPaise, at: stage.at };
  payment.refunds.push(made);
  payment.changedAt = stage.at;
  addEvent(stage, 'refund.processed', ...refundFacts({ ...payment, refunds: [made] }));
  return made;
}

function changeDispute(
  stage: Stage,
  payment: Payment,
  status: Dispute['status'],
  event: string = status,
): void {
  payment.dispute = { id: payment.dispute?.id ?? stage.newId('disp'), status, at: stage.at };
  addEvent(stage, `payment.dispute.${event}`, ...disputeFacts(payment));
}

/** The acts that are possible now on the sale as a whole. */
export function actsOnSale(sale: Sale): SaleAct[] {
  const { subscription } = sale;
  if (!subscription) return hasCaptured(sale) ? ['pay_again'] : ['pay', 'delay', 'fail'];
  const { status, endsWithPeriod } = subscription;
  if (status === 'created') return ['start', 'cancel'];
  if (status === 'halted') return ['renew', 'cancel'];
  if (status !== 'active' && status !== 'pending') return [];
  if (endsWithPeriod) return ['end_period'];
  return ['renew', status === 'active' ? 'fail_renewal' : 'halt', 'cancel_at_period_end', 'cancel'];
}

/** The acts that are possible now on one payment. */
export function actsOnPayment(payment: Payment): PaymentAct[] {
  if (payment.status === 'authorized') return ['arrive', 'bounce'];
  if (payment.status === 'failed') return payment.invoice === null ? ['arrive_late'] : [];
  const refunds: PaymentAct[] = left(payment) > 0 ? ['refund', 'refund_half'] : [];
  if (payment.dispute === null) return [...refunds, 'dispute'];
  return payment.dispute.status === 'open' ? ['win_dispute', 'lose_dispute', 'close_dispute'] : refunds;
}

export interface Wanted {
  act: ActName;
  /** For acts on one payment. */
  payment?: string | undefined;
}

/** Presses a button. Null if that act isn't possible now. */
export function act(before: Sale, { act: name, payment: id }: Wanted, moment: Moment): Changed | null {
  const stage = stageFor(before, moment);
  if (isPaymentAct(name)) {
    const payment = stage.sale.payments.find((each) => each.id === id);
    if (!payment || !actsOnPayment(payment).includes(name)) return null;
    paymentActs[name](stage, payment);
  } else {
    if (!actsOnSale(stage.sale).includes(name)) return null;
    saleActs[name](stage);
  }
  return { sale: stage.sale, events: stage.events };
}

const isPaymentAct = (name: ActName): name is PaymentAct => Object.hasOwn(paymentActs, name);

/** A cancellation requested by billing. Null if there is nothing left to cancel. */
export function cancel(sale: Sale, when: 'now' | 'at_period_end', moment: Moment): Changed | null {
  const isRunning = ['active', 'pending'].includes(sale.subscription?.status ?? '');
  // Without a running paid period, there is no end to wait for.
  if (when === 'at_period_end' && isRunning) return act(sale, { act: 'cancel_at_period_end' }, moment);
  return act(sale, { act: 'cancel' }, moment) ?? act(sale, { act: 'end_period' }, moment);
}

type Refunded =
  | { refund: ProviderRefund; changed: Changed | null; refusal?: undefined }
  | { refund: null; changed: null; refusal: string };

/** A refund requested by billing. The same key returns the first refund again. */
export function refundOnce(
  before: Sale,
  { payment: id, amountPaise, key }: { payment: string; amountPaise: number; key: string },
  moment: Moment,
): Refunded {
  const stage = stageFor(before, moment);
  const payment = stage.sale.payments.find((each) => each.id === id)!;
  const provided = ({ id: refund }: Refund): ProviderRefund => ({
    id: refund,
    payment: id,
    amountPaise,
    status: 'processed',
    key,
  });
  const known = payment.refunds.find((refund) => refund.key === key);
  if (known && known.amountPaise === amountPaise) return { refund: provided(known), changed: null };
  const refusal = known ? 'A different refund has this key.' : refusalOf(payment, amountPaise);
  if (refusal !== null) return { refund: null, changed: null, refusal };
  const refund = provided(addRefund(stage, payment, amountPaise, key));
  return { refund, changed: { sale: stage.sale, events: stage.events } };
}

function refusalOf(payment: Payment, amountPaise: number): string | null {
  if (payment.status !== 'captured') return 'Only a captured payment can be refunded.';
  if (left(payment) === 0) return 'The payment is refunded already.';
  return amountPaise > left(payment) ? 'The refund is more than what is left of the payment.' : null;
}
