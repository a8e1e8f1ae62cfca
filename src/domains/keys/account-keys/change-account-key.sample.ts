import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  async prepare({ service }) {
    const { id, accountId } = await givenKey(service.database.db);
    return { account_id: accountId, key_id: id };
  },
  refusals: { not_found: { input: { key_id: 'key_0000000000000000000000' } } },
});
