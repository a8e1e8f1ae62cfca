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

/** Names of ledger entries. */
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

/** Ledger reasons that are codes. The others are sentences already. */
export const reasonWords: Readonly<Record<string, string>> = {
  completed_lookup: 'A lookup that found a person',
};
