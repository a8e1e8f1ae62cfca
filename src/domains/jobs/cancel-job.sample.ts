import { sample } from '#test/samples/sample.ts';
import { givenJob } from '#test/support/bulk-jobs.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ job_id: await givenJob(service, customer) }),
  refusals: {
    not_found: { input: { job_id: 'job_00000000000000000000000000000000' } },
    job_not_active: {
      prepare: async ({ service, customer }) => {
        const profiles = [{ profile_url: 'https://example.com/nobody' }];
        return { input: { job_id: await givenJob(service, customer, { profiles }) } };
      },
    },
  },
});
