import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { overlap_hours: 0 },
});
