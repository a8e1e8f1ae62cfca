import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const { accountId } = await givenAccount(service.database.db, { accountId: newName('noted') });
    return { account_id: accountId };
  },
  another: { note: 'Another note' },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
