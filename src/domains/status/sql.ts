import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

interface Workers {
  alive: number;
  /** Seconds since one of them was seen; 0 if none is alive. */
  silent_seconds: number;
}

/** Processes that run background jobs and were seen in the last seconds. */
export async function workersAlive(db: Db, silentSecondsMax: number): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as alive,
      coalesce(extract(epoch from clock_timestamp() - max(seen_at)), 0)::float as silent_seconds
    from running_process
    where takes_jobs and seen_at > clock_timestamp() - make_interval(secs => ${silentSecondsMax})`.execute(
    db,
  );
  return rows[0]!;
}

interface Waiting {
  /** `background`: the service's own jobs that are due. `customer`: jobs of customers that haven't started. */
  queue: 'background' | 'customer';
  jobs: number;
  oldest_seconds: number;
}

export async function backlog(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select queue, count(since)::int as jobs,
      coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float as oldest_seconds
    from (
      select 'background' as queue, start_after as since from pgboss.job
      where state < 'active' and start_after <= now()
      union all
      select 'customer', created_at from job where status = 'queued'
      union all
      values ('background', null::timestamptz), ('customer', null)
    ) as waiting
    group by queue`.execute(db);
  return rows;
}
