import { sample } from '#test/samples/sample.ts';
import { givenPurchase } from '#test/support/purchases.ts';

export default sample({
  async prepare({ service, provider }) {
    const { purchase } = await givenPurchase(service.database.db, provider, {
      plan: 'growth',
      account: null,
    });
    return { purchase_id: purchase.id };
  },
  refusals: { not_found: { input: { purchase_id: 'pur_unknown' } } },
});
