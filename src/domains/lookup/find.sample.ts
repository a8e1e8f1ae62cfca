import { sample } from '#test/samples/sample.ts';
import { customer, givenBudget, givenKey, givenKeyWithoutFreeAnswers, keyHolder } from '#test/support/kit.ts';

export default sample({
  another: { profile_url: 'https://github.com/ravi-example' },
  refusals: {
    invalid_profile_url: { input: { profile_url: 'https://www.linkedin.com/company/example-works' } },
    free_answers_used_up: {
      prepare: async ({ service }) => keyHolder(await givenKeyWithoutFreeAnswers(service.database)),
    },
    budget_reached: {
      async prepare({ service, newName }) {
        const caller = await customer(service, 5, { account_id: newName('thrifty') });
        await givenBudget(service, caller);
        await service.database.pool.query(
          'update credit_budget set spent = credits where account = (select id from account where account_id = $1)',
          [caller.accountId],
        );
        return { caller, input: { account_id: caller.accountId } };
      },
    },
    insufficient_credits: {
      prepare: async ({ service }) => keyHolder(await givenKey(service.database.db)),
    },
  },
});
