import { sample } from '#test/samples/sample.ts';

export default sample({
  prepare: async ({ customer }) => ({ account_id: customer.accountId }),
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
