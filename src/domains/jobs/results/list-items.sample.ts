import { sample } from '#test/samples/sample.ts';
import { givenJob } from '#test/support/bulk-jobs.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ job_id: await givenJob(service, customer) }),
  refusals: { not_found: { input: { job_id: 'job_00000000000000000000000000000000' } } },
});
