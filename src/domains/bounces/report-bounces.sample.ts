import { sample } from '#test/samples/sample.ts';

export default sample({});
