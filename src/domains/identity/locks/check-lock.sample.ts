import { sample } from '#test/samples/sample.ts';

export default sample({
  // Another person each time, because answers about a person are cached.
  prepare: ({ newName }) => ({ email: `${newName('asha')}@example.com` }),
});
