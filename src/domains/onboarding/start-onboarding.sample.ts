import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';

export default sample({
  refusals: {
    account_locked: lockedAccount,
    email_mismatch: { input: { email: 'somebody-else@example.com' } },
    handle_taken: {
      async prepare({ service, newName }) {
        const { accountId } = await givenAccount(service.database.db, { accountId: newName('no-email') });
        return { input: { account_id: accountId } };
      },
    },
  },
});
