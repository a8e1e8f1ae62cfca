import type { ListAlertsAnswer } from '#client';
import { addressOf } from '#web/console/parts/account-address.ts';

type Alert = Pick<ListAlertsAnswer['items'][number], 'kind' | 'subject' | 'details'>;
type Place = readonly [href: string, text: string];

const purchasePlace = (purchase: string): Place => [
  `/console/payments/${encodeURIComponent(purchase)}`,
  'Show the purchase',
];

const places: Readonly<Record<string, (subject: string) => Place>> = {
  opt_out_waiting: () => ['/console/opt-outs', 'Decide the requests'],
  source_refused: (source) => [`/console/sources/${encodeURIComponent(source)}`, 'Show the source'],
  source_breaker_open: (source) => [`/console/sources/${encodeURIComponent(source)}`, 'Show the source'],
  unearned_vendor_money: () => ['/console/sources', 'Show the limits'],
  delivery_not_applied: () => ['/console/deliveries?status=failed', 'Show what failed'],
  payment_unmatched: () => ['/console/unmatched', 'Show the payments'],
  supplier_missing: () => ['/console/gst/business', 'Set your business'],
  payment_unclaimed: purchasePlace,
  refund_failed: purchasePlace,
  whatsapp_limit: () => ['/console/messages', 'Show the messages'],
  whatsapp_trouble: () => ['/console/messages', 'Show the messages'],
};

/** The page on which an operator sees to it. */
export function placeOfAlert({ kind, subject, details }: Alert): Place | undefined {
  const place = places[kind]?.(subject);
  if (place) return place;
  const accountId = details.account_id ?? subject.match(/^account ([^#].*)$/)?.[1];
  return typeof accountId === 'string' ? [addressOf(accountId), 'Show the account'] : undefined;
}
