import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';

export default sample({
  refusals: {
    not_found: {
      only: { access: 'internal', because: 'a key that is presented is there' },
      prepare: async ({ service }) => ({
        input: { account_id: (await givenAccount(service.database.db)).accountId },
      }),
    },
  },
});
