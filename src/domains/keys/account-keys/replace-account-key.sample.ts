import { sample } from '#test/samples/sample.ts';
import { givenKey } from '#test/support/kit.ts';

export default sample({
  async prepare({ service }) {
    const { id, accountId } = await givenKey(service.database.db);
    return { account_id: accountId, key_id: id };
  },
  another: { overlap_hours: 1 },
  refusals: {
    not_found: { input: { key_id: 'key_0000000000000000000000' } },
    key_revoked: {
      async prepare({ service }) {
        const { id, accountId } = await givenKey(service.database.db);
        await service.admin('POST', `/api/v1/admin/keys/${id}/revocation`, { reason: 'leaked' });
        return { input: { account_id: accountId, key_id: id } };
      },
    },
    key_replaced: {
      async prepare({ service }) {
        const { id, accountId } = await givenKey(service.database.db);
        await service.internal('POST', `/internal/key/regenerate/${accountId}`);
        return { input: { account_id: accountId, key_id: id } };
      },
    },
    keys_full: {
      async prepare({ service, newName }) {
        const accountId = newName('full');
        let id = '';
        for (let made = 0; made < 20; made += 1)
          ({ id } = await givenKey(service.database.db, { accountId }));
        return { input: { account_id: accountId, key_id: id } };
      },
    },
  },
});
