import { sample } from '#test/samples/sample.ts';

export default sample({ input: { overlap_hours: 24 }, another: { overlap_hours: 0 } });
