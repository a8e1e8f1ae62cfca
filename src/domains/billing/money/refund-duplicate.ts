import type { Phase } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import type { ProviderRefund } from '#platform/payments/port.ts';
import { isProviderFailure, Payments, providerNamed } from '../payments-port.ts';
import { lockPurchase } from '../purchases.ts';
import { alertCorrection, correctionDone } from './alerts.ts';
import { duplicatesToRefund, paymentFrom } from './payment-ledger.ts';
import { lockPayment, mergeRefund, moneyBackOf } from './provider-payments.ts';
import { recordBack } from './record-back.ts';

/** Sends a duplicate payment back, once: the key makes a repeat of the call harmless. */
export const refundDuplicate: Job<{ provider: string; payment: string }> = {
  id: 'billing.refund-duplicate',
  sends: true,
  async run(ctx, { provider, payment }) {
    const { db } = ctx.ports;
    const payments = ctx.ports.use(Payments);
    const recorded = await paymentFrom(db, provider, payment);
    if (recorded?.outcome !== 'duplicate') return;
    const { refundedPaise, pendingPaise, lostPaise } = await moneyBackOf(db, provider, payment);
    const amountPaise = recorded.amount_paise - refundedPaise - pendingPaise - lostPaise;
    if (amountPaise <= 0) return;

    const key = `dup-${payment}`;
    let refund: ProviderRefund;
    try {
      refund = await providerNamed(payments, provider).refund({ payment, amountPaise, key });
    } catch (error) {
      // A provider that is unreachable is asked again. A refusal needs a person.
      if (isProviderFailure(error) && error.kind !== 'unreachable')
        await alertCorrection(db, provider, payment, error.code ?? error.kind);
      throw error;
    }
    await ctx.phase(async (phase) => {
      await lockPayment(phase.db, provider, payment);
      await mergeRefund(phase.db, provider, refund, ctx.now());
      if (refund.status === 'failed') return alertCorrection(phase.db, provider, payment, 'refund_failed');
      if (refund.status === 'processed') {
        // A claim may have given the payment to an account since.
        const purchase = await lockPurchase(phase.db, recorded.purchase);
        const current = (await paymentFrom(phase.db, provider, payment))!;
        const back = { id: refund.id, amount_paise: refund.amountPaise, at: ctx.now() };
        await recordBack(phase, { payment: current, purchase }, 'payment_correction', back);
      }
      await correctionDone(phase.db, provider, payment);
    });
  },
};

/** Sends those back whose job gave up. */
export async function refundLeftDuplicates({ db, enqueue }: Pick<Phase, 'db' | 'enqueue'>): Promise<void> {
  for (const { provider, provider_payment_id: payment } of await duplicatesToRefund(db))
    enqueue(refundDuplicate, { provider, payment });
}
