import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  input: { account_id: 'acct_sample' },
  prepare: async ({ service }) => ({ account_id: (await givenKey(service.database.db)).accountId }),
  another: { expires_in_days: 7 },
  refusals: { not_found: { input: { key_id: 'key_0000000000000000000000' } } },
});
