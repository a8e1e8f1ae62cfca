import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { email: 'asha@example.com' },
  refusals: { email_mismatch: { input: { email: 'somebody-else@example.com' } } },
});
