import { randomUUID } from 'node:crypto';
import type { Db, Phase } from '#core/context.ts';
import { digestId } from '#core/ids.ts';
import { freezeLot, releaseHold, revokeCredits } from '#domains/credits/index.ts';
import type { Purchase } from '../purchases.ts';
import { creditsToReverse, takenBack } from '../rules.ts';
import { recountPaidPeriods } from '../subscriptions/subscriptions.ts';
import { alertShortfall, correctionDone } from './alerts.ts';
import { grantForMoney } from './grant-for-money.ts';
import { announceAccount, changePayment, type Payment } from './payment-ledger.ts';
import { moneyBackOf } from './provider-payments.ts';
import { recordBack } from './record-back.ts';
import { refundDuplicate } from './refund-duplicate.ts';
import { askedPaiseOf } from './refund-requests.ts';

/** Brings a recorded payment up to date: its grant, what went back, and the credits that go back with it. */
export async function carryOut(phase: Phase, recorded: Payment, purchase: Purchase): Promise<void> {
  const { db } = phase;
  const { provider, provider_payment_id, amount_paise } = recorded;
  const back = await moneyBackOf(db, provider, provider_payment_id);
  const backPaise = takenBack(amount_paise, back);
  const isDuplicate = recorded.outcome === 'duplicate';
  const of = { payment: recorded, purchase };
  const kind = isDuplicate ? 'payment_correction' : 'refund';
  for (const refund of back.processed) await recordBack(phase, of, kind, refund);
  for (const dispute of back.lost) await recordBack(phase, of, 'chargeback', dispute);
  if (isDuplicate) {
    if (backPaise >= amount_paise) return correctionDone(db, provider, provider_payment_id);
    return phase.enqueue(refundDuplicate, { provider, payment: provider_payment_id });
  }

  const isAllBack = backPaise >= amount_paise;
  const mayGrant = recorded.outcome === 'kept' && !isAllBack && purchase.account !== null;
  const payment = mayGrant ? await grantForMoney(phase, recorded, purchase) : recorded;
  const asked = await askedPaiseOf(db, provider, provider_payment_id);
  const askedPaise = asked.unsent + asked.pending;
  await adjustCredits(db, payment, purchase, { backPaise, askedPaise, isDisputed: back.isDisputed });
  if (isAllBack && payment.outcome !== 'reversed')
    await changePayment(db, payment.id, { outcome: 'reversed' });
  if (payment.subscription !== null) await recountPaidPeriods(db, provider, payment.subscription);
}

/**
 * Reverses credits in the proportion in which money went back. Those of money that is on its way back are kept aside, and all of them
 * while a dispute is open.
 */
async function adjustCredits(
  db: Db,
  payment: Payment,
  { credits }: Purchase,
  { backPaise, askedPaise, isDisputed }: { backPaise: number; askedPaise: number; isDisputed: boolean },
): Promise<void> {
  const { account, lot } = payment;
  if (account === null || lot === null) return;
  const target = creditsToReverse(credits, payment.amount_paise, backPaise);
  const awaited = isDisputed ? payment.amount_paise : Math.min(payment.amount_paise, backPaise + askedPaise);
  const frozen_credits = creditsToReverse(credits, payment.amount_paise, awaited) - target;
  if (target === payment.credits_reversed && frozen_credits === payment.frozen_credits) return;

  let { credits_reversed, credits_short } = payment;
  // Frozen credits can't be revoked, so the freeze ends first.
  if (payment.frozen_by !== null) await releaseHold(db, { account, hold: payment.frozen_by });
  if (target > credits_reversed) {
    const revoked = await revokeCredits(db, {
      account,
      lot,
      credits: target - credits_reversed,
      key: digestId('reversal', payment.id, String(target)),
      reason: `payment ${payment.provider_payment_id} went back`,
    });
    if (revoked.status === 'unknown_lot') throw new Error(`the lot of payment ${payment.id} is missing`);
    credits_short += revoked.shortfall;
    credits_reversed = target;
  }
  const frozen_by =
    frozen_credits > 0
      ? await freezeLot(db, { account, lot, credits: frozen_credits, key: randomUUID() })
      : null;
  const adjusted = { credits_reversed, credits_short, frozen_by, frozen_credits };
  await changePayment(db, payment.id, adjusted);
  await alertShortfall(db, { ...payment, ...adjusted });
  await announceAccount(db, account);
}
