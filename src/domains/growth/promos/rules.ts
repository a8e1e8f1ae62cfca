import type { Selectable } from 'kysely';
import type { PromoTable } from '#platform/database/rows.generated.ts';
import { stateOf } from '../window.ts';

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

const termNames = [
  ...(['credits', 'valid_days', 'max_uses', 'starts_at', 'ends_at'] as const),
  ...(['per_account_once', 'is_active', 'message'] as const),
];
/** A null `max_uses` means any number. `message` is shown to people who redeem the code. */
export type PromoTerms = Pick<Selectable<PromoTable>, (typeof termNames)[number]>;

/** The terms alone, of a promo or a body that has other members too. */
export const onlyTerms = (all: PromoTerms): PromoTerms =>
  Object.fromEntries(termNames.map((name) => [name, all[name]])) as PromoTerms;

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
