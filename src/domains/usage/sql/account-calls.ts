import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { brokenHours, splitWindow, type TimeSpan, withWhole } from '../rules.ts';
import type { UsageCounts, UsageReport } from '../shapes.ts';

export interface CallFilter {
  status: string;
  kind: string;
  openedFrom: string;
  keyId: string;
  mode: 'live' | 'test' | '';
}

const noFilter: CallFilter = { status: '', kind: '', openedFrom: '', keyId: '', mode: '' };

interface Part extends UsageCounts {
  o_part: 'all' | 'status' | 'kind' | 'day';
  /** The status, the kind or the day. */
  o_name: string | null;
}

export interface CallReport {
  lastDay: UsageCounts;
  all: UsageCounts;
  byStatus: Record<string, number>;
  byKind: Record<string, number>;
  /** One row per UTC day with calls, oldest first. */
  daily: UsageReport['daily'];
  /** Newest first. */
  events: UsageReport['events'];
}

/** The calls of the last day counted, those in the window that match counted, and a page of them, newest first. */
export async function reportCalls(
  db: Db,
  account: number,
  { lastDay, window }: Record<'lastDay' | 'window', TimeSpan>,
  filter: CallFilter,
  { limit, offset }: Record<'limit' | 'offset', number>,
): Promise<CallReport> {
  const busy = await busyHours(db, account, brokenHours([lastDay, window]));
  // As JSON, in one row: a page of rows takes longer to read.
  const { rows } = await sql<{ lastDay: UsageCounts; parts: Part[]; events: UsageReport['events'] | null }>`
    select
      (
        select row_to_json(part) from usage_counts(${account}, ${filterValues(noFilter)}, ${hoursWithin(withWhole(lastDay, busy))}) as part
        where o_part = 'all'
      ) as "lastDay",
      (
        select json_agg(part) from usage_counts(${account}, ${filterValues(filter)}, ${hoursWithin(withWhole(window, busy))}) as part
      ) as parts,
      (
        select json_agg(event)
        from usage_events(${account}, ${filterValues(filter)}, ${window.start}, ${window.end}, ${limit}, ${offset}) as event
      ) as events`.execute(db);
  const { lastDay: last, parts, events } = rows[0]!;
  const of = (part: Part['o_part']) => parts.filter(({ o_part }) => o_part === part);
  const tally = (part: 'status' | 'kind') =>
    Object.fromEntries(of(part).map(({ o_name, requests }) => [o_name!, requests]));
  return {
    lastDay: countsOf(last),
    all: countsOf(of('all')[0]!),
    byStatus: tally('status'),
    byKind: tally('kind'),
    daily: of('day').map((part) => ({ date: part.o_name!, ...countsOf(part) })),
    events: events ?? [],
  };
}

const countsOf = ({ requests, completed, not_found, credits }: UsageCounts): UsageCounts => ({
  requests,
  completed,
  not_found,
  credits,
});

const filterValues = ({ status, kind, openedFrom, keyId, mode }: CallFilter) =>
  sql`${status}, ${kind}, ${mode === '' ? null : mode === 'test'}::boolean, ${openedFrom}, ${keyId}`;

function hoursWithin(window: TimeSpan) {
  const { hours } = splitWindow(window);
  return sql`${window.start}, ${hours.start}, ${hours.end}, ${window.end}`;
}

/** Calls of an hour that are read one by one. Those of a busier hour are counted as a whole. */
export const callsReadMax = 10_000;

async function busyHours(db: Db, account: number, hours: readonly Date[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ hour: Date }>`
    select hour from usage_hour where account = ${account} and hour = any (${hours}::timestamptz[])
    group by hour having sum(requests) > ${callsReadMax}`.execute(db);
  return new Set(rows.map(({ hour }) => hour.getTime()));
}
