import { randomUUID } from 'node:crypto';
import type { Db } from '#core/context.ts';
import { digestId } from '#core/ids.ts';
import { freezeLot, releaseHold, revokeCredits } from '#domains/credits/index.ts';
import type { Purchase } from '../purchases.ts';
import { creditsToReverse } from '../rules.ts';
import { alertShortfall } from './alerts.ts';
import { announceAccount } from './announce-account.ts';
import { type Payment, setCredits } from './payment-ledger.ts';

/** Reverses credits in the proportion in which money went back, and freezes the rest while a dispute is open. */
export async function adjustCredits(
  db: Db,
  payment: Payment,
  { credits }: Purchase,
  { backPaise, isDisputed }: { backPaise: number; isDisputed: boolean },
): Promise<void> {
  const { account, lot, amountPaise } = payment;
  if (account === null || lot === null) return;
  const target = creditsToReverse(credits, amountPaise, backPaise);
  const mustFreeze = isDisputed && target < credits;
  const isFrozen = payment.frozenBy !== null;
  if (target === payment.creditsReversed && mustFreeze === isFrozen) return;

  let { creditsReversed, creditsShort, frozenBy } = payment;
  // What is frozen can't be revoked, so the freeze ends first.
  if (frozenBy !== null) await releaseHold(db, { account, hold: frozenBy });
  if (target > creditsReversed) {
    const revoked = await revokeCredits(db, {
      account,
      lot,
      credits: target - creditsReversed,
      key: digestId('reversal', payment.id, String(target)),
      reason: `payment ${payment.providerPaymentId} went back`,
    });
    if (revoked.status === 'unknown_lot') throw new Error(`the lot of payment ${payment.id} is missing`);
    creditsShort += revoked.shortfall;
    creditsReversed = target;
  }
  frozenBy = mustFreeze ? await freezeLot(db, { account, lot, key: randomUUID() }) : null;
  const adjusted = { ...payment, creditsReversed, creditsShort, frozenBy };
  await setCredits(db, adjusted);
  await alertShortfall(db, adjusted);
  await announceAccount(db, account);
}
