import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: ({ newName }) => ({ subject: `${newName('locked')}@example.com` }),
  another: { reason: 'Asked for it' },
});
