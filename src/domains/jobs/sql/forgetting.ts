import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

interface JobKey {
  account: number;
  id: string;
}

/** Jobs that were created so many days ago and never ended. */
export async function staleJobs(db: Db, days: number, limit: number): Promise<JobKey[]> {
  const { rows } = await sql<JobKey>`
    select account, id from job
    where ended_at is null and status in ('queued', 'running', 'paused')
      and created_at < now() - make_interval(days => ${days})
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

/** A job whose results are kept no longer. */
export async function jobPastResults(db: Db): Promise<JobKey | null> {
  const { rows } = await sql<JobKey>`
    select account, id from job where has_results and results_until < now() order by results_until limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Deletes items and gives the operations of their lookups. With the last ones, the job has no results any more. */
export async function forgetItems(
  db: Db,
  { account, id }: JobKey,
  limit: number,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ lookup: string | null }>`
    delete from job_item where account = ${account} and job = ${id} and row = any (array(
      select row from job_item where account = ${account} and job = ${id} order by row limit ${limit}
    )) returning lookup`.execute(db);
  if (rows.length < limit)
    await db
      .updateTable('job')
      .set({ has_results: false })
      .where('account', '=', account)
      .where('id', '=', id)
      .execute();
  return rows.map(({ lookup }) => lookup);
}
