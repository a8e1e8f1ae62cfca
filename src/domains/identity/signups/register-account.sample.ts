import { sample } from '#test/samples/sample.ts';
import { asOperator } from '#test/support/kit.ts';

export default sample({
  prepare: ({ newName }) => ({ provider: 'google', provider_user_id: newName('user') }),
  refusals: {
    handle_taken: { input: { account_id: 'acct_another' } },
    account_locked: {
      async prepare({ service, newName }) {
        const accountId = newName('locked');
        const lock = { subject_type: 'account', subject: accountId };
        await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
        return { input: { account_id: accountId, email: `${accountId}@example.com` } };
      },
    },
  },
});
