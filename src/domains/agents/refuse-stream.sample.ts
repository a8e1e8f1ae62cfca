import { sample } from '#test/samples/sample.ts';

export default sample({ status: 405, refusals: { method_not_allowed: {} } });
