import { sample } from '#test/samples/sample.ts';
import { givenOnboarded, givenSubscription } from '#test/support/purchases.ts';

export default sample({
  async prepare({ service, provider }) {
    const { accountId } = await givenSubscription(service.database.db, provider, { plan: 'growth' });
    await givenOnboarded(service, accountId);
    return { account_id: accountId };
  },
});
