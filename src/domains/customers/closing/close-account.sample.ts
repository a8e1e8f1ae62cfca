import { type SampleWorld, sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

async function exported({ service }: SampleWorld) {
  const { accountId } = await givenKey(service.database.db);
  const file = await service.admin('GET', `/api/v1/admin/accounts/${accountId}/export`);
  if (file.statusCode !== 200) throw new Error(file.body);
  return { account_id: accountId, confirm: accountId };
}

export default sample({
  prepare: exported,
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { account_id: 'nobody' } },
    account_not_closable: {
      async prepare({ service }) {
        const { accountId } = await givenKey(service.database.db);
        return { input: { account_id: accountId, confirm: accountId } };
      },
    },
  },
});
