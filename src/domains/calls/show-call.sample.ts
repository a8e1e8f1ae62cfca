import { sample } from '#test/samples/sample.ts';
import { givenCall } from '#test/support/calls.ts';

export default sample({
  async prepare({ service, customer }) {
    return { account_id: customer.accountId, call_id: await givenCall(service, customer) };
  },
  refusals: { not_found: { input: { call_id: 'call_0000000000000000000000' } } },
});
