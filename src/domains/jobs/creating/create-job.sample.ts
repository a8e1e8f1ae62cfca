import { sample } from '#test/samples/sample.ts';
import { givenKeptJob } from '#test/support/bulk-jobs.ts';
import { givenCredits, givenKey, keyHolder } from '#test/support/kit.ts';

export default sample({
  another: { name: 'Other guests' },
  refusals: {
    file_refused: { file: { text: 'city,country\nPune,India\n', contentType: 'text/csv' } },
    insufficient_credits: {
      prepare: async ({ service }) => keyHolder(await givenKey(service.database.db)),
    },
    jobs_full: {
      async prepare({ service: { database } }) {
        const key = await givenKey(database.db, { plan: 'none' });
        await givenCredits(database.db, key.account, 1);
        await givenKeptJob(database.db, key, { row_count: 20_000 });
        return keyHolder(key);
      },
    },
  },
});
