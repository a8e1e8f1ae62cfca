import { sample } from '#test/samples/sample.ts';

export default sample({ refusals: { not_found: { input: { job: 'no.such-job' } } } });
