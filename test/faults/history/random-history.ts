import type { Dice } from '../../fuzz/dice.ts';
import { type CreditCall, type CreditOperation, creditsModel } from './credits-model.ts';

/**
 * A history that is right: callers overlap, each call takes effect at a moment between its invocation and its return, and some answers
 * are lost, with or without effect.
 */
export function randomHistory(
  dice: Dice,
  { calls, callers, lost = 0 }: { calls: number; callers: number; lost?: number },
): CreditCall[] {
  const clocks = Array.from({ length: callers }, () => dice.below(100) / 100);
  const asked = Array.from({ length: calls }, () => {
    const caller = dice.below(callers);
    const invoked = clocks[caller]!;
    const returned = invoked + 1 + dice.below(1_000) / 100;
    clocks[caller] = returned + dice.below(100) / 100;
    return { invoked, returned, at: invoked + ((returned - invoked) * dice.below(1_000)) / 1_000 };
  });
  let credits = 0;
  return asked
    .sort((one, other) => one.at - other.at)
    .map(({ invoked, returned }) => {
      const operation = operationAt(credits, dice);
      credits = creditsModel.step(credits, operation)!;
      if (operation.kind !== 'find' || !dice.chance(lost)) return { operation, invoked, returned };
      // The request never arrived, or the answer didn't.
      if (dice.chance(0.5)) credits += operation.charged;
      return { operation: { kind: 'lost' }, invoked, returned: Number.POSITIVE_INFINITY };
    });
}

function operationAt(credits: number, dice: Dice): CreditOperation {
  const what = dice.below(100);
  if (what < 12) return { kind: 'grant', credits: 1 + dice.below(10) };
  if (what < 35) return { kind: 'balance', balance: credits };
  if (credits === 0) return { kind: 'refused' };
  const charged = what < 45 ? 0 : 1;
  return { kind: 'find', charged, remaining: credits - charged };
}
