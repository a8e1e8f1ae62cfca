import { sample } from '#test/samples/sample.ts';

const jobs = ['credits.verify-ledger', 'calls.forget-calls'];

export default sample({
  prepare() {
    jobs.reverse();
    return { job: jobs[0] };
  },
  refusals: { not_found: { input: { job: 'no.such-job' } } },
});
