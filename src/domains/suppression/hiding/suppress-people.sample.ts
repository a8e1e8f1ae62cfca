import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { email: 'leela@example.com', reason: 'Asked by letter' },
  prepare: ({ newName }) => ({ email: `${newName('leela')}@example.com` }),
  another: { reason: 'Asked by phone' },
});
