import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { version: 0, reason: 'The change did harm' },
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { version: 2_000_000_000 } },
    version_conflict: { input: { expected_version: 2_000_000_000 } },
  },
});
