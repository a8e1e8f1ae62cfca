import { sample } from '#test/samples/sample.ts';
import { changeJob, givenJob } from '#test/support/bulk-jobs.ts';

export default sample({
  prepare: async ({ service, customer }) => {
    const job = await givenJob(service, customer);
    await changeJob(service, customer, job, 'pause');
    return { job_id: job };
  },
  refusals: {
    not_found: { input: { job_id: 'job_00000000000000000000000000000000' } },
    job_not_paused: {
      prepare: async ({ service, customer }) => ({ input: { job_id: await givenJob(service, customer) } }),
    },
  },
});
