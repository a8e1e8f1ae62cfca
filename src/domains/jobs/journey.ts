import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

/** Without the job's name, which is the customer's own text. */
export const jobJourney: JourneySource = {
  id: 'jobs',
  tables: ['job'],
  query: ({ id }) => sql`
    select happened.at, happened.what, jsonb_build_object('job_id', 'job_' || replace(job.id::text, '-', '')) || happened.detail as detail
    from job
    cross join lateral (values
      (created_at, 'job.created', jsonb_build_object('opened_from', opened_from, 'rows', row_count, 'profiles', profiles)),
      (ended_at, 'job.' || status, jsonb_build_object('completed', completed, 'not_found', not_found, 'failed', failed,
        'cancelled', cancelled, 'credits', spent))
    ) as happened (at, what, detail)
    where account = ${id} and happened.at is not null`,
};
