import type { Db, Phase } from '#core/context.ts';
import { resolveAlert } from '#domains/audit/index.ts';
import { grantCredits } from '#domains/credits/index.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { issueDocument } from '../documents/issue-document.ts';
import { mailBuyer } from '../mails/purchase-mails.ts';
import type { Purchase } from '../purchases.ts';
import { creditsExpiry } from '../rules.ts';
import { supersedeOthers } from '../subscriptions/stop-subscription.ts';
import { recountPaidPeriods } from '../subscriptions/subscriptions.ts';
import { announceAccount, changePayment, type Payment, paymentsOf } from './payment-ledger.ts';

/** Grants the credits of a payment to the purchase's account. A period that is over by now is granted too: it has expired. */
export async function grantForMoney(phase: Phase, payment: Payment, purchase: Purchase): Promise<Payment> {
  const { db } = phase;
  const { provider, provider_payment_id, subscription } = payment;
  const account = purchase.account!;
  const expiresAt = creditsExpiry(payment);
  const { lot } = await grantCredits(db, {
    account,
    source: purchase.kind === 'monthly' ? 'plan' : 'topup',
    sourceRef: `${provider}:${provider_payment_id}`,
    credits: purchase.credits,
    expiresAt,
    reason: `${purchase.terms.name}, payment ${provider_payment_id}`,
    grantedBy: 'billing',
  });
  const granted = { account, lot, outcome: 'granted' } as const;
  await changePayment(db, payment.id, {
    ...granted,
    credits: purchase.credits,
    credits_expire_at: expiresAt,
  });
  if (subscription !== null) {
    await recountPaidPeriods(db, provider, subscription);
    await supersedeOthers(phase, account);
  }
  await resolveAlert(db, { kind: 'payment_unclaimed', subject: payment.purchase });
  phase.enqueue(issueDocument, { payment: payment.id });
  await mailBuyer(phase, purchase, 'purchase_receipt');
  await announceGrant(db, { ...payment, account }, purchase, expiresAt);
  await announceAccount(db, account);
  return { ...payment, ...granted };
}

/** Writes the events of a payment whose credits were granted. A plan is renewed by each payment after its first. */
async function announceGrant(
  db: Db,
  payment: Payment & { account: number },
  { credits, terms }: Purchase,
  credits_expire_at: Date,
): Promise<void> {
  const { account, purchase, provider_payment_id, amount_paise: amount, currency, plan: plan_id } = payment;
  const event = { account, subject: purchase };
  const plan = { plan_id, plan_name: terms.name };
  await queueEvent(
    { db },
    {
      ...{ ...event, type: 'payment.succeeded' },
      data: { provider_payment_id, ...plan, amount, currency, credits, credits_expire_at },
    },
  );
  const { period_start, period_end } = payment;
  if (period_start === null || period_end === null) return;
  const earlier = await paymentsOf(db, purchase);
  const isRenewal = earlier.some((one) => one.id !== payment.id && one.outcome === 'granted');
  if (isRenewal)
    await queueEvent(
      { db },
      { ...event, type: 'plan.renewed', data: { ...plan, credits, period_start, period_end } },
    );
}
