import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';
import start from '../start-onboarding.sample.ts';

const { email, ...profile } = start.input!;

export default sample({
  input: { ...profile, address_line2: 'Second floor' },
  async prepare({ service, customer }) {
    const body = { ...start.input, account_id: customer.accountId };
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
