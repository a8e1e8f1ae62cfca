import { sample } from '#test/samples/sample.ts';
import { givenInvoice } from '#test/support/sales.ts';

export default sample({
  prepare: async ({ service, customer }) => {
    const { payment } = await givenInvoice(service.database.db, { accountId: customer.accountId });
    return { provider_payment_id: payment };
  },
  refusals: { not_found: { input: { provider_payment_id: 'pay_of_nobody' } } },
});
