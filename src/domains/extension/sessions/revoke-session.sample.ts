import { sample } from '#test/samples/sample.ts';
import { givenSession } from '#test/support/kit.ts';

export default sample({
  prepare: async ({ service, customer }) => ({
    session_id: (await givenSession(service.database.db, customer)).id,
  }),
});
