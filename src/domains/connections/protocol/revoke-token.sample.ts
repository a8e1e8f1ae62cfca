import { sample } from '#test/samples/sample.ts';
import { givenConnection } from '#test/support/connections.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ token: (await givenConnection(service, customer)).refresh }),
});
