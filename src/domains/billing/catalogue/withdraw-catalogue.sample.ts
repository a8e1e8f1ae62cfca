import { sample } from '#test/samples/sample.ts';
import { waitingVersion } from '#test/support/catalogue.ts';

export default sample({
  prepare: async ({ service }) => ({ version: await waitingVersion(service) }),
  another: { reason: 'Another reason' },
  refusals: { not_found: { input: { version: 2_000_000_000 } } },
});
