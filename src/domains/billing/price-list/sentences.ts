import type { Plan } from '../plans.ts';

const lists = new Intl.ListFormat('en-IN', { type: 'conjunction' });

/** For example `20, 60 and 120`. */
export const listOf = (parts: string[]): string => lists.format(parts);

/** For example `₹99 to ₹999 a month`. Expects plans in the order of their prices. */
export const priceRangeOf = (monthly: readonly Plan[]): string =>
  `${monthly.at(0)!.amount_display} to ${monthly.at(-1)!.amount_display} a month`;
