import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';
import { givenSubscription } from '#test/support/purchases.ts';

export default sample({
  async prepare({ service, provider }) {
    const { accountId } = await givenSubscription(service.database.db, provider, { plan: 'growth' });
    return { account_id: accountId };
  },
  refusals: {
    cancellation_final: {
      async prepare({ service }) {
        const { accountId } = await givenAccount(service.database.db);
        return { input: { account_id: accountId } };
      },
    },
  },
});
