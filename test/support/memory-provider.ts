import { createHmac } from 'node:crypto';
import type {
  PaymentProvider,
  ProviderDispute,
  ProviderFact,
  ProviderName,
  ProviderPayment,
  ProviderRefund,
  ProviderSubscription,
} from '#platform/payments/port.ts';
import { ProviderFailure } from '#platform/payments/port.ts';
import { readFacts, writeFacts } from './provider-facts.ts';

/** A payment provider in memory. Buyers act by its methods, each of which gives the facts that it would deliver. */
export interface MemoryProvider extends PaymentProvider {
  /** Calls fail in this way until it is null again. */
  trouble: ProviderFailure['kind'] | null;
  /** The next call is carried out, and its answer is lost. */
  losesAnswer: boolean;
  calls: string[];
  pay(order: string, payment?: Partial<ProviderPayment>, at?: Date): ProviderFact[];
  charge(subscription: string, period: { start: Date; end: Date }, at?: Date): ProviderFact[];
  tell(subscription: string, status: ProviderSubscription['status'], at?: Date): ProviderFact[];
  sendBack(
    payment: string,
    amountPaise: number,
    status?: ProviderRefund['status'],
    at?: Date,
  ): ProviderFact[];
  argue(payment: string, status: ProviderDispute['status'], at?: Date): ProviderFact[];
  /** A delivery as it is sent. */
  delivery(facts: readonly ProviderFact[], event?: string): { body: string; headers: Record<string, string> };
  /** The amount of a payment that the provider holds, in paise. */
  heldOf(payment: string): number;
  statusOf(subscription: string): ProviderSubscription['status'] | undefined;
}

const secret = 'a secret of the provider in memory';
const sign = (body: Buffer | string) => createHmac('sha256', secret).update(body).digest('hex');
const start = new Date('2026-03-01T00:00:00Z');

export function memoryProvider(name: ProviderName = 'sandbox'): MemoryProvider {
  const orders = new Map<string, { purchase: string; amountPaise: number }>();
  const subscriptions = new Map<string, ProviderSubscription & { amountPaise: number }>();
  const payments = new Map<string, ProviderPayment & { subscription?: ProviderSubscription; at: Date }>();
  const refunds = new Map<string, ProviderRefund & { at: Date }>();
  const disputes = new Map<string, ProviderDispute & { at: Date }>();
  let made = 0;
  const id = (prefix: string) => `${prefix}_${name}_${++made}`;

  const call = <Result>(what: string, carryOut: () => Result): Result => {
    provider.calls.push(what);
    if (provider.trouble)
      throw new ProviderFailure(provider.trouble, 'the provider is in trouble', 'trouble');
    const result = carryOut();
    if (!provider.losesAnswer) return result;
    provider.losesAnswer = false;
    throw new ProviderFailure('unreachable', 'no answer came');
  };
  const plain = (subscription: ProviderSubscription): ProviderSubscription => ({
    id: subscription.id,
    status: subscription.status,
    purchase: subscription.purchase,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
  });
  const factsOfPayment = (paymentId: string): ProviderFact[] => {
    const { subscription, at, ...payment } = payments.get(paymentId)!;
    return [
      { kind: 'payment', payment, at },
      ...(subscription ? [{ kind: 'charge', payment, subscription, at } as const] : []),
    ];
  };

  const provider: MemoryProvider = {
    name,
    trouble: null,
    losesAnswer: false,
    calls: [],
    createOrder: async ({ purchase, amountPaise }) =>
      call(`order ${purchase}`, () => {
        const known = [...orders].find(([, order]) => order.purchase === purchase)?.[0];
        const reference = known ?? id('order');
        orders.set(reference, { purchase, amountPaise });
        return { reference, url: null, widget: { key_id: 'memory' }, form: null };
      }),
    createSubscription: async ({ purchase, plan }) =>
      call(`subscription ${purchase}`, () => {
        const known = [...subscriptions.values()].find((one) => one.purchase === purchase);
        const one = known ?? {
          id: id('sub'),
          status: 'created' as const,
          purchase,
          periodStart: null,
          periodEnd: null,
          amountPaise: plan.amountPaise,
        };
        subscriptions.set(one.id, one);
        return {
          reference: one.id,
          url: `https://pay.example/${one.id}`,
          widget: { key_id: 'memory' },
          form: null,
        };
      }),
    cancelSubscription: async (reference, when) =>
      call(`cancel ${reference} ${when}`, () => {
        const one = subscriptions.get(reference);
        if (!one) throw new ProviderFailure('refused', 'no such subscription', 'unknown');
        if (when === 'now') one.status = 'cancelled';
      }),
    payPageOf: async (reference) => call(`pay page ${reference}`, () => `https://pay.example/${reference}`),
    refund: async ({ payment, amountPaise, key }) =>
      call(`refund ${payment} ${key}`, () => {
        const known = [...refunds.values()].find((refund) => refund.key === key);
        if (known)
          return { id: known.id, payment, amountPaise: known.amountPaise, status: known.status, key };
        if (amountPaise > provider.heldOf(payment))
          throw new ProviderFailure('refused', 'more than is left of the payment', 'amount');
        const refund: ProviderRefund = { id: id('rfnd'), payment, amountPaise, status: 'processed', key };
        refunds.set(refund.id, { ...refund, at: start });
        return refund;
      }),
    factsOf: async (reference) =>
      call(`facts ${reference}`, () => {
        const one = subscriptions.get(reference);
        const paid = [...payments.values()].filter((payment) =>
          [payment.id, payment.order, payment.subscription?.id].includes(reference),
        );
        const ids = new Set(paid.map((payment) => payment.id));
        return [
          ...(one ? [{ kind: 'subscription', subscription: plain(one), at: start } as const] : []),
          ...paid.flatMap((payment) => factsOfPayment(payment.id)),
          ...[...refunds.values()]
            .filter(({ payment }) => ids.has(payment))
            .map(({ at, ...refund }) => ({ kind: 'refund', refund, at }) as const),
          ...[...disputes.values()]
            .filter(({ payment }) => ids.has(payment))
            .map(({ at, ...dispute }) => ({ kind: 'dispute', dispute, at }) as const),
        ];
      }),
    verify({ body, headers }) {
      const signature = headers['x-signature'];
      if (!signature) return { ok: false, reason: 'missing_signature' };
      if (signature !== sign(body)) return { ok: false, reason: 'wrong_signature' };
      const payload: unknown = JSON.parse(body.toString());
      return { ok: true, event: headers['x-event'] ?? null, type: 'facts', payload };
    },
    read: (payload) => readFacts(payload),
    pay(order, given = {}, at = start) {
      const paymentId = given.id ?? id('pay');
      const known = payments.get(paymentId);
      payments.set(paymentId, {
        id: paymentId,
        status: 'captured',
        amountPaise: orders.get(order)?.amountPaise ?? 0,
        currency: 'INR',
        order,
        invoice: null,
        method: 'upi',
        failure: null,
        ...known,
        ...given,
        at,
      });
      return factsOfPayment(paymentId);
    },
    charge(reference, { start: periodStart, end: periodEnd }, at = periodStart) {
      const one = subscriptions.get(reference)!;
      Object.assign(one, { periodStart, periodEnd }, one.status === 'cancelled' ? {} : { status: 'active' });
      const payment = {
        id: id('pay'),
        status: 'captured' as const,
        amountPaise: one.amountPaise,
        currency: 'INR',
        order: id('order'),
        invoice: id('inv'),
        method: 'card',
        failure: null,
      };
      payments.set(payment.id, { ...payment, subscription: plain(one), at });
      return factsOfPayment(payment.id);
    },
    tell(reference, status, at = start) {
      const one = subscriptions.get(reference)!;
      one.status = status;
      return [{ kind: 'subscription', subscription: plain(one), at }];
    },
    sendBack(payment, amountPaise, status = 'processed', at = start) {
      const refund: ProviderRefund = { id: id('rfnd'), payment, amountPaise, status, key: null };
      refunds.set(refund.id, { ...refund, at });
      return [{ kind: 'refund', refund, at }];
    },
    argue(payment, status, at = start) {
      const known = [...disputes.values()].find((dispute) => dispute.payment === payment);
      const { amountPaise } = payments.get(payment)!;
      const dispute = { id: known?.id ?? id('disp'), payment, amountPaise, status };
      disputes.set(dispute.id, { ...dispute, at });
      return [{ kind: 'dispute', dispute, at }];
    },
    delivery(facts, event = id('evt')) {
      const body = writeFacts(facts);
      return { body, headers: { 'x-signature': sign(body), 'x-event': event } };
    },
    heldOf(payment) {
      const of = (one: { payment: string }) => one.payment === payment;
      const back = [
        ...[...refunds.values()].filter((one) => of(one) && one.status === 'processed'),
        ...[...disputes.values()].filter((one) => of(one) && one.status === 'lost'),
      ].reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      return Math.max(0, (payments.get(payment)?.amountPaise ?? 0) - back);
    },
    statusOf: (reference) => subscriptions.get(reference)?.status,
  };
  return provider;
}
