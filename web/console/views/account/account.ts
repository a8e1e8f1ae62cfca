import type { ListAccountsAnswer } from '../../../../clients/typescript/src/api.generated.ts';

export type Account = ListAccountsAnswer['items'][number];

export interface PartProps {
  account: Account;
  /** Reads the account again, after an action. */
  reload: () => Promise<void>;
}
