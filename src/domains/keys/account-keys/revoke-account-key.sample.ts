import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  prepare: async ({ service, customer: { accountId } }) => ({
    account_id: accountId,
    key_id: (await givenKey(service.database.db, { accountId })).id,
  }),
  refusals: { not_found: { input: { key_id: 'key_0000000000000000000000' } } },
});
