import { sample } from '#test/samples/sample.ts';
import { catalogueOf, describedAs, withdrawWaiting, withWaiting } from '#test/support/catalogue.ts';

export default sample({
  async prepare({ service, newName }) {
    await withdrawWaiting(service);
    const { version, entries } = await catalogueOf(service);
    return { entries: describedAs(newName('For trying out '), entries), expected_version: version };
  },
  another: { reason: 'Another reason' },
  refusals: {
    version_conflict: { input: { expected_version: 2_000_000_000 } },
    catalogue_change_waiting: { prepare: ({ service }) => withWaiting(service) },
  },
});
