import type { Answer } from '#client';

/** Where credits come from. */
export const sourceWords: Readonly<Record<string, string>> = {
  plan: 'Monthly plan',
  topup: 'Top-up pack',
  promo: 'Promo code',
  operator: 'Given by support',
  key: 'Came with a key',
  refund: 'Refunded',
};

type Kind = Answer<'GET /internal/billing/history/{account_id}'>['items'][number]['kind'];

/** What happened to credits. */
export const kindWords: Record<Kind, string> = {
  grant: 'Added',
  spend: 'Spent',
  hold: 'Set aside',
  settle: 'Spent from what was set aside',
  release: 'No longer set aside',
  expire: 'Expired',
  revoke: 'Taken back',
  refund: 'Refunded',
};

/** What credits were for, where the ledger has a code. Elsewhere its words are for people. */
export const reasonWords: Readonly<Record<string, string>> = {
  completed_lookup: 'A lookup that found somebody',
};
