import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { email: 'another@example.com' },
  refusals: { handle_taken: { input: { account_id: 'acct_another', email: 'asha@asha.example.com' } } },
});
