import { type Insertable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Database } from '#platform/database/rows.generated.ts';

export type RefusedRow = Insertable<Database['refused_call']> & { account: number };

/** The calls of an account that are kept, of each sort: refused ones, and lookups. */
const callsMax = 1_000;

/** Adds the rows, and deletes those of their accounts beyond the newest ones. */
export async function addRefusedCalls(db: Db, rows: readonly RefusedRow[]): Promise<void> {
  await db
    .insertInto('refused_call')
    .values(rows.map((row) => ({ ...row, profiles: sql`${row.profiles}::uuid[]` })))
    .execute();
  await sql`
    delete from refused_call where ctid = any (array(
      select old.ctid
      from unnest(${[...new Set(rows.map(({ account }) => account))]}::bigint[]) as written (account)
      cross join lateral (
        select ctid from refused_call where refused_call.account = written.account
        order by at desc, id desc offset ${callsMax} limit 1000
        for update skip locked
      ) as old
    ))`.execute(db);
}

export interface CallFilter {
  /** The first digit of the HTTP status. */
  status_class?: number | undefined;
  key_id?: string | undefined;
  operation?: string | undefined;
  id?: string | undefined;
  /** The place of the last call of the previous page. */
  after?: { micros: number; id: string } | undefined;
}

export interface CallRow {
  id: string;
  at: Date;
  micros: number;
  operation: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  outcome: string | null;
  credits: number;
  duration_ms: number;
  key_id: string;
  mode: 'live' | 'test';
  opened_from: string;
  request_id: string | null;
  request: string | null;
  answer: string | null;
}

const dayAgo = sql`now() - interval '24 hours'`;
/** Among this many newest usage events, rows of jobs included, lookups are searched. */
const eventsMax = 20_000;

/**
 * The last day's calls of an account, newest first: answered lookups from the usage events, everything else from `refused_call`.
 * A lookup's id has the millisecond of its call where it is a UUIDv7; else the stored answer knows it.
 */
export async function callsOf(
  db: Db,
  account: number,
  { status_class, key_id, operation, id, after }: CallFilter,
  limit: number,
): Promise<CallRow[]> {
  const conditions = [sql`true`];
  if (status_class !== undefined) conditions.push(sql`status / 100 = ${status_class}`);
  if (key_id) conditions.push(sql`key_id = ${key_id}`);
  if (operation) conditions.push(sql`operation = ${operation}`);
  if (id) conditions.push(sql`id = ${id}`);
  if (after) conditions.push(sql`(micros, id) < (${after.micros}::bigint, ${after.id})`);
  const { rows } = await sql<CallRow>`
    with event as (
      select * from usage_call where account = ${account} and at > ${dayAgo}
      order by at desc limit ${eventsMax}
    ), answered as (
      select * from event where kind = 'find' and door <> 'dashboard' and key_id is not null
      order by at desc limit ${callsMax}
    ), call as (
      select 'lkp_' || replace(op_key::text, '-', '') as id, at, 'lookup.find' as operation, 'POST' as method,
        case door when 'mcp' then '/mcp' else '/api/v1/find' end as path, 200 as status, null as code,
        status as outcome, credits, null::integer as duration_ms, key_id, is_test, door as opened_from,
        null as request_id, null as request, null as answer, op_key
      from answered
      union all
      select id, at, operation, method, path, status, code, null, 0, duration_ms, key_id, is_test, opened_from,
        request_id, request, answer, null
      from refused_call where account = ${account} and at > ${dayAgo}
    ), placed as (
      select *, (extract(epoch from at) * 1000000)::bigint as micros from call
    ), chosen as (
      select * from placed where ${sql.join(conditions, sql` and `)}
      order by micros desc, id desc limit ${limit}
    )
    select id, at, micros, operation, method, path, status, code, outcome, credits, key_id, opened_from, request_id, request, answer,
      case when is_test then 'test' else 'live' end as mode,
      coalesce(duration_ms, greatest(0, round(1000 * extract(epoch from at - case substr(op_key::text, 15, 1)
        when '7' then to_timestamp(('x' || substr(replace(op_key::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
        else coalesce((select created_at from lookup where lookup.account = ${account} and lookup.op_key = chosen.op_key), at)
      end))::integer)) as duration_ms
    from chosen order by micros desc, id desc`.execute(db);
  return rows;
}
