import type pg from 'pg';
import { type Finding, fault, ok } from './finding.ts';

/** Whether jobs are taken, while any process of the service runs. */
export async function checkWorkers(client: pg.Client): Promise<Finding[]> {
  const { rows: found } = await client.query(`select to_regclass('running_process') is not null as is_there`);
  if (!found[0].is_there) return [];
  const { rows } = await client.query(
    `select count(*)::int as processes, (count(*) filter (where takes_jobs))::int as workers,
       (select count(*)::int from job where status = 'queued') as waiting,
       (select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::int from job
        where status = 'queued') as oldest_seconds
     from running_process where seen_at > clock_timestamp() - interval '30 seconds'`,
  );
  const { processes, workers, waiting, oldest_seconds: seconds } = rows[0];
  if (processes === 0) return [ok('workers', 'The service is stopped, or has just started.')];
  const queue = `Waiting customer jobs: ${waiting}${waiting > 0 ? `, the oldest for ${seconds} s` : ''}.`;
  return workers > 0
    ? [ok('workers', `Processes that run jobs: ${workers}. ${queue}`)]
    : [
        fault(
          'workers',
          `No process runs background jobs. ${queue}`,
          'Start a process with ROLE=worker, or with ROLE=all.',
        ),
      ];
}
