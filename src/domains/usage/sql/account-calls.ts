import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { brokenHours, splitWindow, type TimeSpan, withWhole } from '../rules.ts';
import type { UsageCounts, UsageQuery, UsageReport } from '../shapes.ts';

export type CallFilter = Pick<UsageQuery, 'status' | 'kind' | 'opened_from' | 'key_id' | 'mode'>;

interface Part extends UsageCounts {
  o_part: 'all' | 'status' | 'kind' | 'day';
  /** The status, the kind or the day. */
  o_name: string | null;
}

type CallReport = Pick<UsageReport, 'usage_24h' | 'summary' | 'previous' | 'daily' | 'events'>;

/** `mode`: of the calls that the caller may see, whatever the filter. Empty: all. */
interface Seen {
  account: number;
  mode: '' | 'test';
}

/** The calls of the last day counted, those in the window and before it that match counted, and a page of them, newest first. */
export async function reportCalls(
  db: Db,
  { account, mode }: Seen,
  { lastDay, window, before }: Record<'lastDay' | 'window' | 'before', TimeSpan>,
  given: CallFilter,
  { limit, offset }: Record<'limit' | 'offset', number>,
): Promise<CallReport> {
  const filter = mode === '' ? given : { ...given, mode };
  const busy = await busyHours(db, account, brokenHours([lastDay, window, before]));
  // As JSON, in one row: a page of rows takes longer to read.
  const { rows } = await sql<{
    last_day: UsageCounts;
    before: UsageCounts;
    parts: Part[];
    events: UsageReport['events'] | null;
  }>`
    select
      (
        select row_to_json(part) from usage_counts(${account}, ${filterValues({ mode })}, ${hoursWithin(withWhole(lastDay, busy))}) as part
        where o_part = 'all'
      ) as last_day,
      (
        select row_to_json(part) from usage_counts(${account}, ${filterValues(filter)}, ${hoursWithin(withWhole(before, busy))}) as part
        where o_part = 'all'
      ) as before,
      (
        select json_agg(part) from usage_counts(${account}, ${filterValues(filter)}, ${hoursWithin(withWhole(window, busy))}) as part
      ) as parts,
      (
        select json_agg(event)
        from usage_events(${account}, ${filterValues(filter)}, ${window.start}, ${window.end}, ${limit}, ${offset}) as event
      ) as events`.execute(db);
  const { last_day, before: counted, parts, events } = rows[0]!;
  const of = (part: Part['o_part']) => parts.filter(({ o_part }) => o_part === part);
  const tally = (part: 'status' | 'kind') =>
    Object.fromEntries(of(part).map(({ o_name, requests }) => [o_name!, requests]));
  return {
    usage_24h: countsOf(last_day),
    summary: { ...countsOf(of('all')[0]!), by_status: tally('status'), by_kind: tally('kind') },
    previous: countsOf(counted),
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

const filterValues = ({ status = '', kind = '', opened_from = '', key_id = '', mode = '' }: CallFilter) =>
  sql`${status}, ${kind}, ${mode === '' ? null : mode === 'test'}::boolean, ${opened_from}, ${key_id}`;

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
