import type { Phase } from '#core/context.ts';
import { resolveAlert } from '#domains/audit/index.ts';
import { grantCredits } from '#domains/credits/index.ts';
import { issueDocument } from '../documents/issue-document.ts';
import { mailBuyer } from '../mails/purchase-mails.ts';
import { planById } from '../plans.ts';
import type { Purchase } from '../purchases.ts';
import { creditsExpiry } from '../rules.ts';
import { recountPaidPeriods } from '../subscriptions/paid-periods.ts';
import { supersedeOthers } from '../subscriptions/supersede.ts';
import { announceAccount } from './announce-account.ts';
import { type Payment, setGranted } from './payment-ledger.ts';

/** Grants the credits of a payment to the purchase's account. A period that is over by now is granted too: it has expired. */
export async function grantForMoney(phase: Phase, payment: Payment, purchase: Purchase): Promise<Payment> {
  const { db } = phase;
  const account = purchase.account!;
  const expiresAt = creditsExpiry(payment);
  const { lot } = await grantCredits(db, {
    account,
    source: purchase.kind === 'monthly' ? 'plan' : 'topup',
    sourceRef: `${payment.provider}:${payment.providerPaymentId}`,
    credits: purchase.credits,
    expiresAt,
    reason: `${planById(purchase.plan)?.name ?? purchase.plan}, payment ${payment.providerPaymentId}`,
    grantedBy: 'billing',
  });
  await setGranted(db, payment.id, { account, lot, credits: purchase.credits, expiresAt });
  const granted: Payment = { ...payment, account, lot, outcome: 'granted' };
  if (payment.subscription !== null) {
    await recountPaidPeriods(db, payment.provider, payment.subscription);
    await supersedeOthers(phase, account);
  }
  await resolveAlert(db, { kind: 'payment_unclaimed', subject: payment.purchase });
  phase.enqueue(issueDocument, { payment: payment.id });
  await mailBuyer(phase, purchase, 'purchase_receipt');
  await announceAccount(db, account);
  return granted;
}
