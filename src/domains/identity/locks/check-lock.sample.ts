import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { email: 'asha@example.com', ip: '203.0.113.9' },
  // Another person each time, because answers about a person are cached.
  prepare: ({ newName }) => ({ email: `${newName('asha')}@example.com` }),
});
