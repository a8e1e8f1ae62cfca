import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';

export default sample({
  refusals: {
    insufficient_credits: {
      async prepare({ service }) {
        const { accountId } = await givenAccount(service.database.db);
        return { input: { account_id: accountId, profile_url: 'https://www.linkedin.com/in/someone-real' } };
      },
    },
  },
});
