import { sample } from '#test/samples/sample.ts';
import { givenKey, givenKeyWithoutFreeAnswers, keyHolder } from '#test/support/kit.ts';

export default sample({
  another: { profile_url: 'https://github.com/ravi-example' },
  refusals: {
    invalid_profile_url: { input: { profile_url: 'https://www.linkedin.com/company/example-works' } },
    free_answers_used_up: {
      prepare: async ({ service }) => keyHolder(await givenKeyWithoutFreeAnswers(service.database)),
    },
    insufficient_credits: {
      prepare: async ({ service }) => keyHolder(await givenKey(service.database.db)),
    },
  },
});
