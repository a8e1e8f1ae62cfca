import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { type RolledHours, splitWindow, type TimeSpan } from '../rules.ts';
import type { UsageCounts, UsageReport } from '../shapes.ts';
import { rolledHours } from './counted-calls.ts';

export interface CallFilter {
  status: string;
  kind: string;
  openedFrom: string;
  keyId: string;
  mode: 'live' | 'test' | '';
}

const noFilter: CallFilter = { status: '', kind: '', openedFrom: '', keyId: '', mode: '' };

interface Part extends UsageCounts {
  /** One of the last day, which is only counted in all, or of the window. */
  part: 'last day' | 'all' | 'status' | 'kind' | 'day';
  /** The status, the kind or the day. */
  name: string | null;
}

export interface CallCounts {
  lastDay: UsageCounts;
  all: UsageCounts;
  byStatus: Record<string, number>;
  byKind: Record<string, number>;
  /** One row per UTC day with calls, oldest first. */
  daily: UsageReport['daily'];
}

/** Calls and credits of the last day, and of those in the window that match. */
export async function countCalls(
  db: Db,
  account: number,
  { lastDay, window }: Record<'lastDay' | 'window', TimeSpan>,
  filter: CallFilter,
): Promise<CallCounts> {
  const rolled = await rolledHours(db);
  const { rows } = await sql<Part>`
    select 'last day' as part, null as name, requests, completed, not_found, credits
    from usage_counts(${account}, ${filterValues(noFilter)}, ${hoursWithin(lastDay, rolled)}) where o_part = 'all'
    union all
    select o_part, o_name, requests, completed, not_found, credits
    from usage_counts(${account}, ${filterValues(filter)}, ${hoursWithin(window, tellsHours(filter) ? rolled : null)})`.execute(
    db,
  );
  const of = (part: Part['part']) => rows.filter((row) => row.part === part);
  const tally = (part: 'status' | 'kind') =>
    Object.fromEntries(of(part).map(({ name, requests }) => [name!, requests]));
  return {
    lastDay: countsOf(of('last day')[0]!),
    all: countsOf(of('all')[0]!),
    byStatus: tally('status'),
    byKind: tally('kind'),
    daily: of('day').map((row) => ({ date: row.name!, ...countsOf(row) })),
  };
}

const countsOf = ({ requests, completed, not_found, credits }: Part): UsageCounts => ({
  requests,
  completed,
  not_found,
  credits,
});

/** The roll-up tells neither surfaces nor keys apart. */
const tellsHours = ({ openedFrom, keyId }: CallFilter): boolean => openedFrom === '' && keyId === '';

const filterValues = ({ status, kind, openedFrom, keyId, mode }: CallFilter) =>
  sql`${status}, ${kind}, ${mode === '' ? null : mode === 'test'}::boolean, ${openedFrom}, ${keyId}`;

function hoursWithin(window: TimeSpan, rolled: RolledHours | null) {
  const { hours } = rolled
    ? splitWindow(window, rolled)
    : { hours: { start: window.start, end: window.start } };
  return sql`${window.start}, ${hours.start}, ${hours.end}, ${window.end}`;
}

type EventRow = Omit<UsageReport['events'][number], 'at'> & { at: Date };

/** Events in the window that match, newest first. */
export async function listUsageEvents(
  db: Db,
  account: number,
  { start, end }: TimeSpan,
  filter: CallFilter,
  { limit, offset }: Record<'limit' | 'offset', number>,
): Promise<UsageReport['events']> {
  const { rows } = await sql<EventRow>`
    select id, at, kind, status, credits, reason, network, client_reference, key_id, mode, opened_from
    from usage_events(${account}, ${filterValues(filter)}, ${start}, ${end}, ${limit}, ${offset})`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
