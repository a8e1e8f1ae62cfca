import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

const members = { job_status: Type.String({ description: "The job's status.", examples: ['completed'] }) };

export const jobErrors = {
  file_refused: {
    status: 400,
    title: 'The file cannot be read',
    retryable: false,
    when: 'The file is of a kind that is not read, is in an encoding that has to be named, has no column with profile links, or has too many rows. `reason` says which.',
    remedy: 'Fix what `detail` describes and send the file again. Nothing was created.',
    members: {
      reason: Type.String({
        description: 'A stable code, such as `missing_column`.',
        examples: ['missing_column'],
      }),
    },
  },
  job_not_active: {
    status: 409,
    title: 'The job has ended',
    retryable: false,
    when: 'The job is completed, failed or cancelled, so it can no longer be paused or cancelled.',
    remedy: 'Nothing is left to stop. Create a new job for profiles that were cancelled.',
    members,
  },
  job_not_paused: {
    status: 409,
    title: 'The job is not paused',
    retryable: false,
    when: 'Only a paused job can be resumed. This one is running or has ended.',
    remedy: 'Get the job to see its status.',
    members,
  },
} satisfies ErrorDefinitions;
