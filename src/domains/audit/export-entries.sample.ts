import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: async () => ({ actor: 'an operator of old times' }),
});
