import type { OpenDomain, Platform } from '#core/domain.ts';
import { newId } from '#core/ids.ts';
import { allows } from '#core/machine/development.ts';
import { type Checkout, type PaymentProvider, ProviderFailure } from '#platform/payments/port.ts';
import { openWebhook, readFacts, type Webhook } from './open-webhook.ts';
import { PageOfPayment, SandboxPayments, SandboxWebhook } from './ports.ts';
import { cancel, refundOnce } from './sales/acts.ts';
import { factsOfSale } from './sales/facts.ts';
import type { Sale } from './sales/sale.ts';
import { changeSale, ensureSale, readSale, saleOfPayment } from './sql.ts';

export function openSandbox(platform: Platform): OpenDomain {
  const { config, ports } = platform;
  if (!allows(config, 'SANDBOX_PAYMENTS')) {
    return { ports: [SandboxPayments.opened(null), SandboxWebhook.opened(null), PageOfPayment.opened(null)] };
  }
  const webhook = openWebhook(platform);
  const pageOfPayment = (reference: string) => `${ports.publicUrl()}/app/payment/${reference}`;
  return {
    ports: [
      SandboxPayments.opened(openProvider(platform, webhook)),
      SandboxWebhook.opened(webhook.send),
      PageOfPayment.opened(config.WEB === 'on' ? pageOfPayment : null),
    ],
  };
}

/** The sandbox as a payment provider. Its events wait in the database until the job that sends them runs. */
export function openProvider(
  { ports, clock }: Pick<Platform, 'ports' | 'clock'>,
  webhook: Webhook,
): PaymentProvider {
  const { db } = ports;
  const moment = () => ({ now: clock.now(), newId });

  const pageOf = (reference: string) => `${ports.publicUrl()}/sandbox/${reference}`;
  async function sell(prefix: string, sale: Omit<Sale, 'id' | 'changedAt' | 'payments'>): Promise<Checkout> {
    const now = clock.now();
    const wanted = { ...sale, id: newId(prefix), changedAt: now.toISOString(), payments: [] };
    const { id: reference } = await ensureSale(db, wanted, now);
    return { reference, url: pageOf(reference), widget: {}, form: null };
  }

  return {
    name: 'sandbox',
    createOrder: ({ purchase, amountPaise, description: title }) =>
      sell('order', { purchase, title, amountPaise, subscription: null }),
    createSubscription: ({ purchase, plan: { name: title, amountPaise } }) =>
      sell('sub', { purchase, title, amountPaise, subscription: notStarted }),
    async cancelSubscription(reference, when) {
      const work = (sale: Sale) => ({ changed: cancel(sale, when, moment()), result: true });
      if (!(await changeSale(db, reference, clock.now(), work))) throw unknownId();
    },
    payPageOf: async (reference) => pageOf(reference),
    async refund(wanted) {
      const reference = (await saleOfPayment(db, wanted.payment)) ?? '';
      const refunded = await changeSale(db, reference, clock.now(), (sale) => {
        const { changed, ...result } = refundOnce(sale, wanted, moment());
        return { changed, result };
      });
      if (!refunded) throw unknownId();
      if (!refunded.refund) throw new ProviderFailure('refused', refunded.refusal, 'refund_refused');
      return refunded.refund;
    },
    async factsOf(reference) {
      const sale = await readSale(db, (await saleOfPayment(db, reference)) ?? reference);
      if (!sale) throw unknownId();
      return factsOfSale(sale);
    },
    verify: webhook.verify,
    read: readFacts,
  };
}

const notStarted = { status: 'created', periodStart: null, periodEnd: null, endsWithPeriod: false } as const;

const unknownId = () =>
  new ProviderFailure('refused', 'The sandbox has no sale or payment with this id', 'unknown_id');
