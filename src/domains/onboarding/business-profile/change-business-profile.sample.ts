import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';
import { startOnboarding } from '../start-onboarding.ts';

export default sample({
  async prepare({ service, customer }) {
    const body = { ...startOnboarding.example, account_id: customer.accountId };
    await service.internal('POST', '/internal/identity/onboarding/start', body);
    return {};
  },
  refusals: {
    account_locked: lockedAccount,
    onboarding_not_started: {
      async prepare({ service, newName }) {
        const { accountId } = await givenAccount(service.database.db, { accountId: newName('not-started') });
        return { input: { account_id: accountId } };
      },
    },
  },
});
