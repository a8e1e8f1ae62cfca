import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

const members = { status: Type.String({ description: "The job's status.", examples: ['completed'] }) };

export const jobErrors = {
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
