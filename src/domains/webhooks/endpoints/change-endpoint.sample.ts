import { sample } from '#test/samples/sample.ts';
import { givenEndpoint } from '#test/support/webhooks.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ endpoint_id: await givenEndpoint(service, customer) }),
  refusals: { not_found: { input: { endpoint_id: 'whe_nothing' } } },
});
