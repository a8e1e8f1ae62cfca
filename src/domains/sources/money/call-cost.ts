import type { Outcome, Price } from '../port.ts';

/**
 * The most that the vendor charged for a question, and whether that is certain. A contract that charges per call (`callPaise`)
 * does so whatever the outcome, unless the vendor never received the question.
 */
export function costOf(
  outcome: Outcome,
  price: Price,
  callPaise: number | undefined,
): { paise: number; certain: boolean } {
  const charge = 'charge' in outcome ? outcome.charge : { units: 0, paise: 0, certain: true };
  switch (outcome.outcome) {
    case 'pending':
      return { paise: callPaise ?? price.perHitPaise, certain: callPaise !== undefined };
    case 'found':
    case 'not_found':
    case 'refused':
      return callPaise === undefined ? charge : { paise: callPaise, certain: true };
    case 'error':
      return callPaise === undefined || charge.units === 0
        ? charge
        : { paise: callPaise, certain: charge.certain };
    default:
      return { paise: 0, certain: true };
  }
}
