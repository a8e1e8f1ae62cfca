import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { businessProfile } from '#test/support/business-profile.ts';
import { givenAccount } from '#test/support/kit.ts';

export default sample({
  input: {
    email: 'asha@example.com',
    ...businessProfile,
    gstin: '29ABCDE1234F1ZW',
  },
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
