import type { Answer } from '#client';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { freeWords } from '#web/app/parts/lookups/free-words.ts';

/** Where credits come from. */
export const sourceWords: Readonly<Record<string, string>> = {
  plan: 'Monthly plan',
  topup: 'Top-up pack',
  promo: 'Promo code',
  operator: 'From support',
  key: 'Came with a key',
  refund: 'Refunded',
};

export type Spending = Answer<'GET /internal/billing/spending/{account_id}'>;
export type Cause = Spending['items'][number];
export type Change = Spending['changes'][number];

/** What spent credits: a job by its name, a surface with its key, or what else lookups are grouped by. */
export function causeName({ kind, id, name, sources, credits }: Cause): string {
  if (kind === 'job') return name ?? (id === null ? 'Other jobs' : 'Job without a name');
  if (kind === 'single') return 'Single lookups';
  if (kind === 'key') return name ?? 'Without a key';
  if (kind === 'reason')
    return id === 'completed_lookup' ? 'Email or phone found' : `Free: ${freeWords(id!)}`;
  if (kind === 'source' && sources.length > 0) return sources.map(sourceName).join(' and ');
  if (kind === 'source') return credits === 0 ? 'Nothing found' : 'Source not kept, or nothing found';
  if (kind === 'dashboard') return 'Lookups on the dashboard';
  return name ? `${surfaceName(kind)}, key ${name}` : surfaceName(kind);
}

export const sourceName = (source: string): string => (source === 'directory' ? 'Our records' : source);

/** Why credits came or went other than by a lookup. */
export function changeName({ kind, source, reason }: Change): string {
  const from = sourceWords[source] ?? source;
  if (kind === 'expire') return `Expired: ${from.toLowerCase()}`;
  if (kind === 'revoke') return `Taken back: ${reason || from.toLowerCase()}`;
  if (kind === 'refund') return `Refunded${reason ? `: ${reason}` : ''}`;
  if (source === 'key') return from;
  const bought = /^(.+), payment \S+$/.exec(reason)?.[1];
  if (source === 'topup') return bought ? `Bought ${bought}` : from;
  if (source === 'plan') return bought ? `Plan ${bought}` : from;
  return source === 'operator' && reason ? `${from}: ${reason}` : reason || from;
}
