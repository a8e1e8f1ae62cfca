import { asOperator, givenAccount } from '../support/kit.ts';
import type { Provocation } from './sample.ts';

/** The call names an account that is locked. */
export const lockedAccount: Provocation = {
  async prepare({ service, newName }) {
    const { accountId } = await givenAccount(service.database.db, { accountId: newName('locked') });
    const lock = { subject_type: 'account', subject: accountId };
    await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
    return { input: { account_id: accountId } };
  },
};
