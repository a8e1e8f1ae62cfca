import type { Answer, ListAccountsAnswer } from '#client';

export type Account = ListAccountsAnswer['items'][number];

export type OneAccount = Answer<'GET /api/v1/admin/accounts/{account_id}'>;

export interface PartProps {
  account: Account;
  /** Its troubles, note, handles and sessions. */
  more: Omit<OneAccount, 'account'>;
  /** Reads the account again, after an action. */
  reload: () => Promise<void>;
}
