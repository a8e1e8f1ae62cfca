import { sample } from '#test/samples/sample.ts';

export default sample({ refusals: { not_found: { input: { endpoint_id: 'whe_nothing' } } } });
