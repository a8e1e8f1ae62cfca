import { sample } from '#test/samples/sample.ts';
import { customer, givenBudget } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, newName }) {
    const holder = await customer(service, 1, { account_id: newName('thrifty') });
    return { account_id: holder.accountId, budget_id: (await givenBudget(service, holder)).id };
  },
  refusals: { not_found: { input: { budget_id: 'bud_nothing' } } },
});
