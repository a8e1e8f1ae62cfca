import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  async prepare({ service }) {
    const { accountId } = await givenKey(service.database.db);
    return { account_id: accountId };
  },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
