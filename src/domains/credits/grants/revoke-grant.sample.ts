import { sample } from '#test/samples/sample.ts';
import { asOperator, givenAccount, givenCredits } from '#test/support/kit.ts';

export default sample({
  async prepare({ service, customer: { accountId: account_id } }) {
    const body = { account_id, credits: 5, reason: 'a mistyped grant' };
    const { id } = await asOperator(service, 'POST', '/api/v1/admin/growth/credits', body);
    return { grant_id: String(id) };
  },
  another: { reason: 'granted twice' },
  refusals: {
    not_found: { input: { grant_id: '999999999' } },
    grant_not_revocable: {
      async prepare({ service }) {
        const { db } = service.database;
        const { account } = await givenAccount(db);
        return { input: { grant_id: String(await givenCredits(db, account, 5, { source: 'topup' })) } };
      },
    },
  },
});
