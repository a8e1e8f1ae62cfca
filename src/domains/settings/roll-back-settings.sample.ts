import { sample } from '#test/samples/sample.ts';
import { versionInForce, withSettings } from '#test/support/settings.ts';

export default sample({
  // The version before a change, so that the settings of the tests stay.
  async prepare({ service, newName }) {
    const version = await versionInForce(service);
    await withSettings(service, { ban_window_minutes: 10 + Number(newName('').slice(1)) });
    return { version };
  },
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { version: 2_000_000_000 } },
    version_conflict: { input: { expected_version: 2_000_000_000 } },
  },
});
