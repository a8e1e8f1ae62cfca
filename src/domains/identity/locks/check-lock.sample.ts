import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { email: 'asha@example.com', ip: '203.0.113.9' },
  // Somebody else each time: whoever was asked about is remembered.
  prepare: ({ newName }) => ({ email: `${newName('asha')}@example.com` }),
});
