import { sample } from '#test/samples/sample.ts';
import { givenDelivery } from '#test/support/purchases.ts';

export default sample({
  prepare: async ({ service }) => ({ delivery_id: String(await givenDelivery(service.database.db)) }),
  refusals: { not_found: { input: { delivery_id: '999999999' } } },
});
