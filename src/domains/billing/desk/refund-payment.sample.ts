import { sample } from '#test/samples/sample.ts';
import { givenPaidPack } from '#test/support/purchases.ts';

export default sample({
  async prepare({ service, provider, newName }) {
    const { purchase_id, payment_id } = await givenPaidPack(
      service.database.db,
      provider,
      newName('refunds'),
    );
    return { purchase_id, payment_id };
  },
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { purchase_id: 'pur_unknown' } },
    refund_not_possible: { input: { amount: 1_000_000 } },
  },
});
