import type { ContactryError } from '#client';
import { explained } from '#web/app/parts/explained.ts';
import { dayOf } from '#web/shared/values/time.tsx';

/** Says why a code gives nothing, for the person who typed it. */
export const explainPromo = (error: unknown): unknown =>
  explained(error, {
    promo_unknown: () => 'There is no such code. Check the spelling.',
    promo_not_started: (refusal) => `This code works from ${startOf(refusal)} on.`,
    promo_ended: () => 'This code has ended.',
    promo_used_up: () => 'This code is used up.',
    promo_already_redeemed: () => 'You have redeemed this code before. Its credits are in your history.',
    rate_limited: () => 'You tried many codes. Try again in a minute.',
  });

const startOf = (refusal: ContactryError): string =>
  'starts_at' in refusal ? dayOf(String(refusal.starts_at)) : 'a later day';
