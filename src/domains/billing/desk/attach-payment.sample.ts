import { sample } from '#test/samples/sample.ts';
import { givenUnmatched } from '#test/support/purchases.ts';

export default sample({
  async prepare({ service, newName }) {
    const payment_id = await givenUnmatched(service.database.db, newName('pay_'));
    return { payment_id };
  },
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { payment_id: 'pay_unknown' } },
    unknown_plan: { input: { plan_id: 'free' } },
    payment_not_attachable: {
      async prepare({ service, newName }) {
        const payment_id = await givenUnmatched(service.database.db, newName('pay_'), {
          status: 'authorized',
        });
        return { input: { payment_id } };
      },
    },
  },
});
