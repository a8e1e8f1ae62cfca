import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Finding } from '#core/parts/health.ts';

/** A worker has this long to start or restart, and may be silent for this long: the alert comes within a minute. */
export const silentSecondsMax = 30;

interface Workers {
  alive: number;
  /** Seconds since one of them was seen; 0 if none is alive. */
  silent_seconds: number;
}

/** Processes that run background jobs and were seen in the last seconds. */
export async function workersAlive(db: Db, seconds = silentSecondsMax): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as alive,
      coalesce(extract(epoch from clock_timestamp() - max(seen_at)), 0)::float as silent_seconds
    from running_process
    where takes_jobs and seen_at > clock_timestamp() - make_interval(secs => ${seconds})`.execute(db);
  return rows[0]!;
}

export interface RunningProcess {
  role: string;
  host: string;
  takes_jobs: boolean;
  started_at: Date;
  seen_at: Date;
  is_alive: boolean;
  /** Empty until the process has said it. */
  version: string;
  disk_free_bytes: number | null;
}

const processesMax = 200;

/** The processes that were seen in the last hours, those that were seen last first. */
export async function runningProcesses(db: Db, hours: number): Promise<RunningProcess[]> {
  const { rows } = await sql<RunningProcess>`
    select role, host, takes_jobs, started_at, seen_at, version, disk_free_bytes,
      seen_at > clock_timestamp() - make_interval(secs => ${silentSecondsMax}) as is_alive
    from running_process
    where seen_at > clock_timestamp() - make_interval(hours => ${hours})
    order by seen_at desc
    limit ${processesMax}`.execute(db);
  return rows;
}

/** Writes what a process knows of itself. */
export async function describeProcess(
  db: Db,
  id: string,
  { version, freeBytes }: { version: string; freeBytes: number | null },
): Promise<void> {
  await sql`
    update running_process set version = ${version}, disk_free_bytes = ${freeBytes} where id = ${id}`.execute(
    db,
  );
}

/** For a process that stops. Rows of processes that were killed a day ago go too. */
export async function forgetProcess(db: Db, id: string): Promise<void> {
  await sql`
    delete from running_process where id = ${id} or seen_at < clock_timestamp() - interval '1 day'`.execute(
    db,
  );
}

/** Findings outside of the database, in the order of the checks. */
export async function storedFindings(db: Db): Promise<(Finding & { at: Date })[]> {
  const { rows } = await sql<Finding & { at: Date }>`
    select "check", state, says, remedy, at from health_finding order by position`.execute(db);
  return rows;
}

/** Replaces what was found before. Two at once wait for each other. */
export async function storeFindings(db: Db, findings: readonly Finding[], at: Date): Promise<void> {
  await sql`lock table health_finding in share row exclusive mode`.execute(db);
  await sql`delete from health_finding`.execute(db);
  await sql`
    insert into health_finding (position, "check", state, says, remedy, at)
    select position, found ->> 'check', found ->> 'state', found ->> 'says', found ->> 'remedy', ${at}
    from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) with ordinality as each (found, position)`.execute(
    db,
  );
}

const failedMax = 100;

/** The payloads of a job's failed runs, newest first. */
export async function failedPayloads(db: Db, job: string): Promise<object[]> {
  const { rows } = await sql<{ payload: object | null }>`
    select data as payload from pgboss.job
    where name = ${job} and state = 'failed' and completed_on > clock_timestamp() - interval '14 days'
    order by completed_on desc
    limit ${failedMax}`.execute(db);
  return rows.map(({ payload }) => payload ?? {});
}

interface Waiting {
  /** `background`: the service's own jobs that are due. `customer`: jobs of customers that haven't started. */
  queue: 'background' | 'customer';
  jobs: number;
  oldest_seconds: number;
}

export async function backlog(db: Db): Promise<Waiting[]> {
  const queue = await sql<{
    is_there: boolean;
  }>`select to_regclass('pgboss.job') is not null as is_there`.execute(db);
  // The first start makes the queue, so a database may be without it.
  const background = queue.rows[0]!.is_there
    ? sql`
      select 'background' as queue, start_after as since from pgboss.job
      where state < 'active' and start_after <= now()
      union all`
    : sql``;
  const { rows } = await sql<Waiting>`
    select queue, count(since)::int as jobs,
      coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float as oldest_seconds
    from (
      ${background}
      select 'customer' as queue, created_at as since from job where status = 'queued'
      union all
      values ('background', null::timestamptz), ('customer', null)
    ) as waiting
    group by queue`.execute(db);
  return rows;
}
