import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: ({ newName }) => ({ email: `${newName('leela')}@example.com` }),
  another: { reason: 'Asked by phone' },
});
