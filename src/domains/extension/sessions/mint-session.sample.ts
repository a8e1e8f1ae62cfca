import { sample } from '#test/samples/sample.ts';
import { givenKey, lockAccountOf } from '#test/support/kit.ts';

export default sample({
  another: { label: 'Firefox at work' },
  refusals: {
    account_locked: {
      async prepare({ service }) {
        const { accountId } = await givenKey(service.database.db);
        await lockAccountOf(service, accountId);
        return { input: { account_id: accountId } };
      },
    },
  },
});
