import type { Answer } from '#client';

export type Budget = Answer<'GET /internal/budgets/{account_id}'>['items'][number];

/** The account, or the name of the key. */
export const nameOf = ({ key }: Pick<Budget, 'key'>): string =>
  key ? key.name || `${key.prefix}…` : 'Account';

/** Zones that browsers still call by their former names. */
const renamed: Readonly<Record<string, string>> = { 'Asia/Calcutta': 'Asia/Kolkata' };
const modern = (zone: string): string => renamed[zone] ?? zone;

/** The reader's own time zone. */
export const ownZone = (): string => modern(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Names of time zones for a choice, with this one among them. */
export const zonesWith = (zone: string): string[] =>
  [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone').map(modern)])].sort();
