import { randomUUID } from 'node:crypto';
import type { Db, Phase } from '#core/context.ts';
import { digestId } from '#core/ids.ts';
import { freezeLot, releaseHold, revokeCredits } from '#domains/credits/index.ts';
import { issueDocument } from '../documents/issue-document.ts';
import type { Purchase } from '../purchases.ts';
import { creditsToReverse, takenBack } from '../rules.ts';
import { recountPaidPeriods } from '../subscriptions/subscriptions.ts';
import { alertShortfall, correctionDone } from './alerts.ts';
import { grantForMoney } from './grant-for-money.ts';
import {
  announceAccount,
  changePayment,
  type MovementBack,
  type Payment,
  recordReturn,
} from './payment-ledger.ts';
import { moneyBackOf, type Return } from './provider-payments.ts';
import { refundDuplicate } from './refund-duplicate.ts';

/** Brings a recorded payment up to date: its grant, what went back, and the credits that go back with it. */
export async function carryOut(phase: Phase, recorded: Payment, purchase: Purchase): Promise<void> {
  const { db } = phase;
  const { provider, provider_payment_id, amount_paise } = recorded;
  const back = await moneyBackOf(db, provider, provider_payment_id);
  const backPaise = takenBack(amount_paise, back);
  const isDuplicate = recorded.outcome === 'duplicate';
  const recordOne = async (kind: MovementBack, one: Return) => {
    const id = await recordReturn(db, recorded, kind, one);
    if (id && kind !== 'payment_correction') phase.enqueue(issueDocument, { payment: id });
  };
  for (const refund of back.processed) await recordOne(isDuplicate ? 'payment_correction' : 'refund', refund);
  for (const dispute of back.lost) await recordOne('chargeback', dispute);
  if (isDuplicate) {
    if (backPaise >= amount_paise) return correctionDone(db, provider, provider_payment_id);
    return phase.enqueue(refundDuplicate, { provider, payment: provider_payment_id });
  }

  const isAllBack = backPaise >= amount_paise;
  const mayGrant = recorded.outcome === 'kept' && !isAllBack && purchase.account !== null;
  const payment = mayGrant ? await grantForMoney(phase, recorded, purchase) : recorded;
  await adjustCredits(db, payment, purchase, { backPaise, isDisputed: back.isDisputed });
  if (isAllBack && payment.outcome !== 'reversed')
    await changePayment(db, payment.id, { outcome: 'reversed' });
  if (payment.subscription !== null) await recountPaidPeriods(db, provider, payment.subscription);
}

/** Reverses credits in the proportion in which money went back, and freezes the rest while a dispute is open. */
async function adjustCredits(
  db: Db,
  payment: Payment,
  { credits }: Purchase,
  { backPaise, isDisputed }: { backPaise: number; isDisputed: boolean },
): Promise<void> {
  const { account, lot } = payment;
  if (account === null || lot === null) return;
  const target = creditsToReverse(credits, payment.amount_paise, backPaise);
  const mustFreeze = isDisputed && target < credits;
  const isFrozen = payment.frozen_by !== null;
  if (target === payment.credits_reversed && mustFreeze === isFrozen) return;

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
  const frozen_by = mustFreeze ? await freezeLot(db, { account, lot, key: randomUUID() }) : null;
  const adjusted = { credits_reversed, credits_short, frozen_by };
  await changePayment(db, payment.id, adjusted);
  await alertShortfall(db, { ...payment, ...adjusted });
  await announceAccount(db, account);
}
