import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  prepare: async ({ service }) => ({ account_id: (await givenKey(service.database.db)).accountId }),
  another: { expires_in_days: 7 },
  refusals: {
    not_found: { input: { key_id: 'key_0000000000000000000000' } },
    key_revoked: {
      async prepare({ service }) {
        const { id, accountId } = await givenKey(service.database.db);
        await service.admin('POST', `/api/v1/admin/keys/${id}/revocation`, { reason: 'leaked' });
        return { input: { account_id: accountId, key_id: id } };
      },
    },
  },
});
