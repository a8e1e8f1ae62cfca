import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: async () => ({ month: '2019-01' }),
});
