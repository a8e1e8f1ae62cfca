import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';
import { givenPurchase } from '#test/support/purchases.ts';

export default sample({
  // Money has arrived at the provider, and no delivery has come.
  async prepare({ service: { database }, provider, newName }) {
    if (provider.trouble) return {};
    const { account } = await givenAccount(database.db, { accountId: newName('asks') });
    const { purchase, reference } = await givenPurchase(database.db, provider, { plan: 'topup_20', account });
    provider.pay(reference);
    return { purchase_id: purchase.id };
  },
  refusals: {
    not_found: { input: { purchase_id: 'pur_unknown' } },
    payments_unavailable: {
      async prepare({ service, provider }) {
        const { purchase } = await givenPurchase(service.database.db, provider, {
          plan: 'growth',
          account: null,
        });
        provider.trouble = 'unreachable';
        return {
          input: { purchase_id: purchase.id },
          after: async () => {
            provider.trouble = null;
          },
        };
      },
    },
  },
});
