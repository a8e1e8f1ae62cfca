import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: ({ newName }) => ({ email: `${newName('stopped')}@example.com` }),
  another: { email: 'another-stopped@example.com' },
});
