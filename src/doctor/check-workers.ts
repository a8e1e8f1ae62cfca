import type pg from 'pg';
import { hasTable } from '#platform/database/migrate.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Whether jobs are taken, while any process of the service runs. */
export async function checkWorkers(client: pg.Client): Promise<Finding | Finding[]> {
  if (!(await hasTable(client, 'running_process'))) return [];
  const { rows } = await client.query(
    `select count(*)::int as processes, (count(*) filter (where takes_jobs))::int as workers,
       (select count(*)::int from job where status = 'queued') as waiting,
       (select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::int from job
        where status = 'queued') as oldest_seconds
     from running_process where seen_at > clock_timestamp() - interval '30 seconds'`,
  );
  const { processes, workers, waiting, oldest_seconds: seconds } = rows[0];
  if (processes === 0) return ok('workers', 'The service is stopped, or has just started.');
  const queue = `Waiting customer jobs: ${waiting}${waiting > 0 ? `, the oldest for ${seconds} s` : ''}.`;
  if (workers > 0) return ok('workers', `Processes that run jobs: ${workers}. ${queue}`);
  const remedy = 'Start a process with ROLE=worker, or with ROLE=all.';
  return fault('workers', `No process runs background jobs. ${queue}`, remedy);
}
