import { sample } from '#test/samples/sample.ts';
import { givenConnection } from '#test/support/connections.ts';

export default sample({
  prepare: async ({ service, customer }) => ({
    connection_id: (await givenConnection(service, customer)).id,
  }),
  refusals: {
    not_found: { input: { connection_id: 'con_nothing' } },
    connection_ended: {
      async prepare({ service, customer }) {
        const { id } = await givenConnection(service, customer);
        const reason = { reason: 'a test' };
        await service.admin('POST', `/api/v1/admin/connections/${id}/revocation`, reason);
        return { input: { connection_id: id } };
      },
    },
  },
});
