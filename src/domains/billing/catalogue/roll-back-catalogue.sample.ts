import { sample } from '#test/samples/sample.ts';
import {
  catalogueOf,
  changeCatalogue,
  describedAs,
  withdrawWaiting,
  withWaiting,
} from '#test/support/catalogue.ts';

export default sample({
  // The version before a change, so that the plans of the tests stay.
  async prepare({ service, newName }) {
    await withdrawWaiting(service);
    const { version, entries, waiting } = await catalogueOf(service);
    if (waiting) return { version };
    await changeCatalogue(service, { entries: describedAs(newName('For trying out '), entries) });
    return { version };
  },
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { version: 2_000_000_000 } },
    version_conflict: { input: { expected_version: 2_000_000_000 } },
    catalogue_change_waiting: { prepare: ({ service }) => withWaiting(service) },
  },
});
