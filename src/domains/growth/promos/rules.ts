import { stateOf, type Window } from '../window.ts';

const codeForm = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;

/** The form in which a code is stored and compared, or null if no promo can have it. */
export function readCode(text: string): string | null {
  const code = text.normalize('NFKC').trim().toUpperCase();
  return codeForm.test(code) ? code : null;
}

export const codeProblem = (text: string): string | null =>
  readCode(text) === null
    ? 'Value should have 3 to 40 letters A to Z, digits, dashes or underscores, and start with a letter or digit'
    : null;

export interface PromoTerms extends Window {
  credits: number;
  validDays: number;
  /** Null means any number. */
  maxUses: number | null;
  perAccountOnce: boolean;
  isActive: boolean;
  /** Shown to people who redeem the code. */
  message: string;
}

export type PromoRefusal =
  | 'promo_unknown'
  | 'promo_not_started'
  | 'promo_ended'
  | 'promo_used_up'
  | 'promo_already_redeemed';

export const validDaysDefault = 365;

/** The limit of calls that try a code, for each account in 60 seconds. */
export const triesPerMinute = 10;

const refusalOfState = { before: 'promo_not_started', within: null, after: 'promo_ended' } as const;

/** Why an account can't redeem the promo now, or null. */
export function refusalOf(
  promo: PromoTerms & { uses: number },
  redeemedBefore: boolean,
  now: Date,
): PromoRefusal | null {
  if (promo.perAccountOnce && redeemedBefore) return 'promo_already_redeemed';
  if (!promo.isActive) return 'promo_unknown';
  const isUsedUp = promo.maxUses !== null && promo.uses >= promo.maxUses;
  return refusalOfState[stateOf(promo, now)] ?? (isUsedUp ? 'promo_used_up' : null);
}
