import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';
import { givenPaidCheckout } from '#test/support/purchases.ts';

export default sample({
  another: { email: 'another@example.com' },
  async prepare({ service, provider, newName }) {
    const { token } = await givenPaidCheckout(service.database.db, provider);
    return { token, account_id: newName('claimant') };
  },
  refusals: {
    not_found: { input: { token: 'clm_nothing' } },
    already_claimed: {
      async prepare({ service, provider, newName }) {
        const { token } = await givenPaidCheckout(service.database.db, provider);
        const body = { token, account_id: newName('first') };
        await service.internal('POST', '/internal/billing/claim', body);
        return { input: { token } };
      },
    },
    handle_taken: {
      async prepare({ service, newName }) {
        const email = `${newName('owner')}@example.com`;
        await givenAccount(service.database.db, { email });
        return { input: { email } };
      },
    },
  },
});
