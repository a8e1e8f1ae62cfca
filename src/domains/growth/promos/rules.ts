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
  valid_days: number;
  /** Null means any number. */
  max_uses: number | null;
  per_account_once: boolean;
  is_active: boolean;
  /** Shown to people who redeem the code. */
  message: string;
}

/** The terms alone, of a promo or a body that has other members too. */
export const onlyTerms = (all: PromoTerms): PromoTerms => ({
  credits: all.credits,
  valid_days: all.valid_days,
  max_uses: all.max_uses,
  starts_at: all.starts_at,
  ends_at: all.ends_at,
  per_account_once: all.per_account_once,
  is_active: all.is_active,
  message: all.message,
});

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
  if (promo.per_account_once && redeemedBefore) return 'promo_already_redeemed';
  if (!promo.is_active) return 'promo_unknown';
  const isUsedUp = promo.max_uses !== null && promo.uses >= promo.max_uses;
  return refusalOfState[stateOf(promo, now)] ?? (isUsedUp ? 'promo_used_up' : null);
}
