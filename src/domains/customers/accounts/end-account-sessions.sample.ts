import { sample } from '#test/samples/sample.ts';
import { givenKey, givenSession } from '#test/support/kit.ts';

export default sample({
  async prepare({ service }) {
    const owner = await givenKey(service.database.db);
    await givenSession(service.database.db, owner);
    return { account_id: owner.accountId };
  },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
