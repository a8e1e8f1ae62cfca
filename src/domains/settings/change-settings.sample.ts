import { sample } from '#test/samples/sample.ts';
import { versionInForce } from '#test/support/settings.ts';

export default sample({
  prepare: async ({ service }) => ({ expected_version: await versionInForce(service) }),
  another: { reason: 'Another reason' },
  refusals: { version_conflict: { input: { expected_version: 2_000_000_000 } } },
});
