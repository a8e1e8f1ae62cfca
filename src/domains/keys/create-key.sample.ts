import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: ({ newName }) => ({ email: `${newName('ravi')}@example.com` }),
  another: { note: 'For the CRM' },
  refusals: {
    unknown_plan: { input: { plan: 'no such plan' } },
    handle_taken: { input: { email: 'asha@asha.example.com', account_id: 'acct_another' } },
  },
});
