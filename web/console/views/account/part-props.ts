import type { ListAccountsAnswer } from '#client';

export type Account = ListAccountsAnswer['items'][number];

export interface PartProps {
  account: Account;
  /** Reads the account again, after an action. */
  reload: () => Promise<void>;
}
