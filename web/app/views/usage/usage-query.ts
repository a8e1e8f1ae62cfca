import type { Request } from '#client';

type Query = NonNullable<Request<'GET /internal/usage/by-account/{account_id}'>['query']>;
export type UsageFilter = Pick<
  Query,
  'start' | 'end' | 'status' | 'kind' | 'opened_from' | 'key_id' | 'mode'
>;

const daysDefault = 30;

/** The report's longest window is 90 days, and today is one of them. */
const daysMax = 90;

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The report that an address asks for: between two days, else the days up to today. */
export function usageQueryIn(address: Record<string, string>, now: Date): UsageFilter {
  const { start, end, days, status, kind, opened_from, key_id, mode } = address;
  const length = Math.min(Math.max(Math.trunc(Number(days)) || daysDefault, 1), daysMax);
  const last = end || dayOf(now.getTime());
  const first = start || dayOf((Date.parse(last) || now.getTime()) - (length - 1) * dayMs);
  return { start: first, end: last, status, kind, opened_from, key_id, mode: mode as UsageFilter['mode'] };
}

/** Whether an address asks for less than all of the last 30 days. */
export const isFiltered = (address: Record<string, string>): boolean =>
  ['start', 'end', 'days', 'status', 'kind', 'opened_from', 'key_id', 'mode'].some((name) => address[name]);

/** Every UTC day of a window, so that days without a lookup count as nothing. */
export function daysWithin({ start, end }: { start: string; end: string }): string[] {
  const days: string[] = [];
  const last = Date.parse(end) - 1;
  for (let day = Date.parse(`${start.slice(0, 10)}T00:00:00Z`); day <= last; day += dayMs)
    days.push(dayOf(day));
  return days;
}
