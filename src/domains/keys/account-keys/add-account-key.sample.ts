import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  prepare: async ({ service }) => ({ account_id: (await givenKey(service.database.db)).accountId }),
  another: { name: 'Another program' },
  refusals: {
    keys_full: {
      async prepare({ service, newName }) {
        const accountId = newName('full');
        for (let made = 0; made < 20; made += 1) await givenKey(service.database.db, { accountId });
        return { input: { account_id: accountId } };
      },
    },
    key_ban_in_force: {
      prepare: async ({ service }) => ({
        input: {
          account_id: (await givenKey(service.database.db, { banReason: 'rate_limit' })).accountId,
        },
      }),
    },
  },
});
