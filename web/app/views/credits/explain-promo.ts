import type { ContactryError } from '../../../../clients/typescript/src/contactry-error.ts';
import { explained } from '../../parts/explained.ts';

const days = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long' });

/** Says why a code gives nothing, for the person who typed it. */
export function explainPromo<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw explained(error, {
      promo_unknown: () => 'There is no such code. Check the spelling.',
      promo_not_started: (refusal) => `This code works from ${startOf(refusal)} on.`,
      promo_ended: () => 'This code has ended.',
      promo_used_up: () => 'This code is used up.',
      promo_already_redeemed: () => 'You have redeemed this code before. Its credits are in your history.',
      rate_limited: () => 'That were many codes. Try again in a minute.',
    });
  });
}

const startOf = (refusal: ContactryError): string =>
  'starts_at' in refusal ? days.format(new Date(String(refusal.starts_at))) : 'a later day';
