import type { Phase } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import type { ProviderRefund } from '#platform/payments/port.ts';
import { isProviderFailure, Payments, providerNamed } from '../payments-port.ts';
import { alertRefund, refundDone } from './alerts.ts';
import { lockPayment, mergeRefund } from './provider-payments.ts';
import { endRefundRequest, type RefundRequest, refundRequest, refundsToSend } from './refund-requests.ts';
import { settlePayment } from './settle-payment.ts';

/** Sends a refund that an operator asked for, once: the id of the request makes a repeat of the call harmless. */
export const sendRefund: Job<{ request: string }> = {
  id: 'billing.send-refund',
  sends: true,
  // The last try comes after about a day. The nightly job tries again.
  retries: { limit: 10, delaySeconds: 90, backoff: true },
  async run(ctx, { request: id }) {
    const request = await refundRequest(ctx.ports.db, id);
    if (!request || request.refund !== null || request.refusal !== null) return;
    const { provider, payment, amount_paise: amountPaise } = request;
    const answer = await answerOf(() =>
      providerNamed(ctx.ports.use(Payments), provider).refund({ payment, amountPaise, key: id }),
    );
    await ctx.phase(async (phase) => {
      await lockPayment(phase.db, provider, payment);
      if ('refusal' in answer) await endRefundRequest(phase.db, id, answer);
      else {
        await mergeRefund(phase.db, provider, answer, ctx.now());
        await endRefundRequest(phase.db, id, { refund: answer.id });
      }
      await settlePayment(phase, provider, payment);
      await sayHowItEnded(phase.db, request, answer);
    });
  },
};

/** Throws if it is unknown whether the provider took the call. */
async function answerOf(call: () => Promise<ProviderRefund>): Promise<ProviderRefund | { refusal: string }> {
  try {
    return await call();
  } catch (error) {
    if (!isProviderFailure(error) || error.kind === 'unreachable') throw error;
    return { refusal: error.message };
  }
}

function sayHowItEnded(
  db: Phase['db'],
  { purchase }: RefundRequest,
  answer: ProviderRefund | { refusal: string },
): Promise<void> {
  if ('refusal' in answer) return alertRefund(db, purchase, answer.refusal);
  return answer.status === 'failed'
    ? alertRefund(db, purchase, 'The refund failed.')
    : refundDone(db, purchase);
}

/** Sends the refunds whose job gave up. */
export async function sendLeftRefunds({ db, enqueue }: Pick<Phase, 'db' | 'enqueue'>): Promise<void> {
  for (const { id } of await refundsToSend(db)) enqueue(sendRefund, { request: id });
}
