import type { Phase } from '#core/context.ts';
import { issueDocument } from '../documents/issue-document.ts';
import type { Purchase } from '../purchases.ts';
import { takenBack } from '../rules.ts';
import { recountPaidPeriods } from '../subscriptions/paid-periods.ts';
import { adjustCredits } from './adjust-credits.ts';
import { correctionDone } from './alerts.ts';
import { grantForMoney } from './grant-for-money.ts';
import { movedBy, type Return, returnsOf } from './money-back.ts';
import { type MovementBack, type Payment, recordReturn, setOutcome } from './payment-ledger.ts';
import { knownPayment } from './provider-payments.ts';
import { refundDuplicate } from './refund-duplicate.ts';

/** Brings a recorded payment up to date: its grant, what went back, and the credits that go back with it. */
export async function carryOut(phase: Phase, recorded: Payment, purchase: Purchase): Promise<void> {
  const { db } = phase;
  const { provider, providerPaymentId, amountPaise } = recorded;
  const { processed, lost, refundedPaise, lostPaise, unmovedPaise, isDisputed } = movedBy(
    await returnsOf(db, provider, providerPaymentId),
  );
  const isRefunded = (await knownPayment(db, provider, providerPaymentId))?.isRefunded ?? false;
  const back = { refunded: refundedPaise, lost: lostPaise, unmoved: unmovedPaise, isRefunded };
  const backPaise = takenBack(amountPaise, back);
  const isDuplicate = recorded.outcome === 'duplicate';
  const recordOne = async (kind: MovementBack, one: Return) => {
    const id = await recordReturn(db, recorded, kind, one);
    if (id && kind !== 'payment_correction') phase.enqueue(issueDocument, { payment: id });
  };
  for (const refund of processed) await recordOne(isDuplicate ? 'payment_correction' : 'refund', refund);
  for (const dispute of lost) await recordOne('chargeback', dispute);
  if (isDuplicate) {
    if (backPaise >= amountPaise) return correctionDone(db, provider, providerPaymentId);
    return phase.enqueue(refundDuplicate, { provider, payment: providerPaymentId });
  }

  const isAllBack = backPaise >= amountPaise;
  const mayGrant = recorded.outcome === 'kept' && !isAllBack && purchase.account !== null;
  const payment = mayGrant ? await grantForMoney(phase, recorded, purchase) : recorded;
  await adjustCredits(db, payment, purchase, { backPaise, isDisputed });
  if (isAllBack && payment.outcome !== 'reversed') await setOutcome(db, payment.id, 'reversed');
  if (payment.subscription !== null) await recountPaidPeriods(db, provider, payment.subscription);
}
