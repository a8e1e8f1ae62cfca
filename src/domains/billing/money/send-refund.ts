import { hourMs } from '#core/clock.ts';
import type { Phase } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import type { ProviderRefund } from '#platform/payments/port.ts';
import { isProviderFailure, Payments, providerNamed } from '../payments-port.ts';
import { askAbout, referencesOf } from '../reconciliation/ask-provider.ts';
import { alertRefund } from './alerts.ts';
import { lockPayment } from './provider-payments.ts';
import {
  type RefundRequest,
  refundRequest,
  refundsToSend,
  refuseRequest,
  takeRefund,
} from './refund-requests.ts';
import { settlePayment } from './settle-payment.ts';

/** A provider may forget a key some time after the call. */
const keyHoldsMs = hourMs;

/** Sends a refund that an operator asked for, once: the id of the request makes a repeat of the call harmless. */
export const sendRefund: Job<{ request: string }> = {
  id: 'billing.send-refund',
  sends: true,
  // The last try comes after about a day. The nightly job tries again.
  retries: { limit: 10, delaySeconds: 90, backoff: true },
  async run(ctx, { request: id }) {
    const request = await openRequest(ctx, id);
    if (!request) return;
    const { provider, payment, purchase, amount_paise: amountPaise } = request;
    const answer = await answerOf(() =>
      providerNamed(ctx.ports.use(Payments), provider).refund({ payment, amountPaise, key: id }),
    );
    await ctx.phase(async (phase) => {
      const { db } = phase;
      await lockPayment(db, provider, payment);
      if (!('refusal' in answer)) await takeRefund(db, provider, { ...answer, key: id }, ctx.now());
      else if (await refuseRequest(db, id, answer.refusal)) await alertRefund(db, purchase, answer.refusal);
      await settlePayment(phase, provider, payment);
    });
  },
};

/** The request, unless the provider has carried it out or refused it. One whose call may have been carried out long ago is asked about first. */
async function openRequest(ctx: JobContext, id: string): Promise<RefundRequest | null> {
  const { db } = ctx.ports;
  const found = await refundRequest(db, id);
  if (!isOpen(found)) return null;
  if (ctx.now().getTime() - found.asked_at.getTime() < keyHoldsMs) return found;
  for (const reference of await referencesOf(db, found.purchase))
    await askAbout(ctx, reference).catch(ignoreRefusal);
  const now = await refundRequest(db, id);
  return isOpen(now) ? now : null;
}

const isOpen = (request: RefundRequest | null): request is RefundRequest =>
  request !== null && request.refund === null && request.refusal === null;

function ignoreRefusal(error: unknown): void {
  if (!isProviderFailure(error) || error.kind === 'unreachable') throw error;
}

/** Throws if it is unknown whether the provider took the call. */
async function answerOf(call: () => Promise<ProviderRefund>): Promise<ProviderRefund | { refusal: string }> {
  try {
    return await call();
  } catch (error) {
    if (!isProviderFailure(error) || error.kind === 'unreachable') throw error;
    return { refusal: error.message };
  }
}

/** Sends the refunds whose job gave up. */
export async function sendLeftRefunds({ db, enqueue }: Pick<Phase, 'db' | 'enqueue'>): Promise<void> {
  for (const { id } of await refundsToSend(db)) enqueue(sendRefund, { request: id });
}
