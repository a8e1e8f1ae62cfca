import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';

export default sample({
  refusals: {
    account_locked: lockedAccount,
    email_mismatch: { input: { email: 'somebody-else@example.com' } },
    handle_taken: {
      async prepare({ service, newName }) {
        const [holder, accountId] = [newName('holder'), newName('twin')];
        const email = `${holder}@example.com`;
        const signup = { account_id: holder, email };
        await service.internal('POST', '/internal/identity/register', signup);
        const twin = `${holder}+twin@example.com`;
        await givenAccount(service.database.db, { accountId, email: twin });
        return { input: { account_id: accountId, email: twin } };
      },
    },
  },
});
