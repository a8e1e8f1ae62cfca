import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import { type Cause, callsReadMax, groupsMax, type SpendingQuery } from './shapes.ts';
import type { Days } from './spending-days.ts';

export type By = SpendingQuery['by'];

interface ReasonRow {
  day: string;
  reason: string;
  requests: number;
  credits: number;
}

interface CauseRow extends ReasonRow {
  job: string;
  opened_from: Cause['kind'];
  key_id: string;
  name: string | null;
  key_prefix: string | null;
  key_note: string | null;
}

type Group = Pick<Cause, 'kind' | 'id' | 'name' | 'sources'>;

/** The account's lookups of each day in groups, with the rows for each reason added up. */
export async function causesOf(db: Db, account: number, days: Days, by: By): Promise<Cause[]> {
  return grouped(await callSums(db, account, days, by), (row) => groupOf(row, by));
}

/**
 * The same by sources. They are read from the newest calls, one by one; all others are in one group of their day, so that the credits
 * add up.
 */
export async function bySource(db: Db, account: number, days: Days): Promise<Cause[]> {
  const all = await callSums(db, account, days, 'reason');
  const read = await rowsOf<ReasonRow & { sources: string[] }>(db)`
    select o_day as day, o_sources as sources, o_reason as reason, o_requests as requests, o_credits as credits
    from usage_sources(${account}, ${days.first}::date, ${days.last}::date, ${days.zone}, ${callsReadMax})`;
  const known = busiest(read.filter(({ sources }) => sources.length > 0));
  const rest = new Map(all.map((row) => [`${row.day} ${row.reason}`, { ...row, sources: [] as string[] }]));
  for (const { day, reason, requests, credits } of known) {
    const left = rest.get(`${day} ${reason}`);
    if (!left) continue;
    left.requests -= requests;
    left.credits -= credits;
  }
  const others = [...rest.values()].filter(({ requests }) => requests > 0);
  return grouped([...known, ...others], ({ sources }) => ({ kind: 'source', id: null, name: null, sources }));
}

/** The rows of the sources that found most on each day. */
function busiest<Row extends ReasonRow & { sources: string[] }>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ day }) => day).values()].flatMap((ofDay) =>
    [...Map.groupBy(ofDay, ({ sources }) => sources.join('\n')).values()]
      .sort((one, other) => requestsOf(other) - requestsOf(one))
      .slice(0, groupsMax)
      .flat(),
  );
}

const requestsOf = (rows: readonly ReasonRow[]): number =>
  rows.reduce((sum, { requests }) => sum + requests, 0);

const callSums = (db: Db, account: number, { first, last, zone }: Days, by: By): Promise<CauseRow[]> =>
  rowsOf<CauseRow>(db)`
    select o_day as day, o_job as job, o_opened_from as opened_from, o_key_id as key_id, o_reason as reason, o_requests as requests,
      o_credits as credits, o_name as name, o_key_prefix as key_prefix, o_key_note as key_note
    from usage_spending(${account}, ${first}::date, ${last}::date, ${zone}, ${by})`;

/** One item for each day and group, the newest day and the most credits first. */
function grouped<Row extends ReasonRow>(rows: readonly Row[], group: (row: Row) => Group): Cause[] {
  const causes = new Map<string, Cause>();
  for (const row of rows) {
    const { kind, id, name, sources } = group(row);
    const place = JSON.stringify([row.day, kind, id, sources]);
    const cause = causes.get(place) ?? newCause(row.day, { kind, id, name, sources });
    causes.set(place, cause);
    cause.credits -= row.credits;
    cause.lookups += row.requests;
    if (row.credits > 0) cause.paid += row.requests;
    else cause.free[row.reason] = (cause.free[row.reason] ?? 0) + row.requests;
  }
  return [...causes.values()].sort(
    (one, other) => other.date.localeCompare(one.date) || one.credits - other.credits,
  );
}

const newCause = (date: string, { kind, id, name, sources }: Group): Cause => ({
  ...{ date, kind, id, name, sources, credits: 0, lookups: 0, paid: 0 },
  free: {},
});

function groupOf({ job, opened_from, key_id, reason, name, key_prefix, key_note }: CauseRow, by: By): Group {
  const key = { id: key_id || null, name: key_note || key_prefix, sources: [] };
  if (by === 'reason') return { kind: 'reason', id: reason, name: null, sources: [] };
  if (by === 'key') return { kind: 'key', ...key };
  if (job === '') return by === 'job' ? { kind: 'single', ...key } : { kind: opened_from, ...key };
  const id = job === 'other' ? null : `job_${job.replaceAll('-', '')}`;
  return { kind: 'job', id, name, sources: [] };
}
