import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  async prepare({ service }) {
    return { key_id: (await givenKey(service.database.db, { banReason: 'rate_limit' })).id };
  },
  refusals: {
    not_found: { input: { key_id: 'key_0000000000000000000000' } },
    ban_not_liftable: {
      prepare: async ({ service }) => ({ input: { key_id: (await givenKey(service.database.db)).id } }),
    },
  },
});
