import { sample } from '#test/samples/sample.ts';
import { givenCreditNote } from '#test/support/sales.ts';

export default sample({
  prepare: async ({ service, customer }) => {
    const { refund } = await givenCreditNote(service.database.db, { accountId: customer.accountId });
    return { provider_refund_id: refund };
  },
  refusals: { not_found: { input: { provider_refund_id: 'rfnd_of_nobody' } } },
});
