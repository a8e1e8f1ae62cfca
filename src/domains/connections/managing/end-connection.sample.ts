import { sample } from '#test/samples/sample.ts';
import { givenConnection } from '#test/support/connections.ts';

export default sample({
  prepare: async ({ service, customer }) => ({
    connection_id: (await givenConnection(service, customer)).id,
  }),
  refusals: { not_found: { input: { connection_id: 'con_nothing' } } },
});
