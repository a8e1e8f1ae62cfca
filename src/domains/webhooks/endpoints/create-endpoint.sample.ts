import { sample } from '#test/samples/sample.ts';
import { customer } from '#test/support/kit.ts';
import { givenEndpoint } from '#test/support/webhooks.ts';

export default sample({
  prepare: async ({ service, newName }) => ({
    account_id: (await customer(service, 1, { account_id: newName('hooked') })).accountId,
  }),
  another: { name: 'Billing' },
  refusals: {
    endpoints_full: {
      async prepare({ service, newName }) {
        const caller = await customer(service, 1, { account_id: newName('full') });
        for (let made = 0; made < 10; made += 1) await givenEndpoint(service, caller);
        return { caller, input: { account_id: caller.accountId } };
      },
    },
  },
});
