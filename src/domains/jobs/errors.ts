import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { text } from '#core/shapes.ts';

const members = { job_status: text("The job's status.", 'completed') };

export const jobErrors = {
  file_refused: {
    status: 400,
    title: 'The file cannot be read',
    when: 'The file has an unsupported format, is in an encoding that you must name, has no column with profile links, or has too many rows. `reason` says which.',
    remedy: 'Fix what `detail` describes and send the file again. Nothing was created.',
    members: {
      reason: text('A stable code, such as `missing_column`.', 'missing_column'),
    },
  },
  jobs_full: {
    status: 409,
    title: 'The account has no room for the job',
    when: 'With this job, the account would exceed a limit: open jobs, rows, or bytes of rows. `bound` says which. Nothing was created.',
    remedy:
      'Cancel jobs that you no longer need, or wait until results are deleted (`results_until`). A plan raises the limits. So can an operator.',
    members: {
      bound: Type.Enum(['open_jobs', 'rows', 'bytes'], { description: 'The limit that was reached.' }),
      limit: Type.Integer({ description: 'The value of the limit.', examples: [20_000] }),
      used: Type.Integer({ description: 'The current use.', examples: [20_000] }),
      needed: Type.Integer({ description: 'The amount this job needs.', examples: [500] }),
    },
  },
  job_not_active: {
    status: 409,
    title: 'The job has ended',
    when: 'The job is completed, failed or cancelled, so it can no longer be paused or cancelled.',
    remedy: 'Nothing is left to stop. Create a new job for profiles that were cancelled.',
    members,
  },
  job_not_paused: {
    status: 409,
    title: 'The job is not paused',
    when: 'Only a paused job can be resumed. This one is running or has ended.',
    remedy: 'Get the job to see its status.',
    members,
  },
} satisfies ErrorDefinitions;
