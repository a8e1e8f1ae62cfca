import { domain } from '#core/domain.ts';
import { endAccountSessions } from './accounts/end-account-sessions.ts';
import { listAccounts } from './accounts/list-accounts.ts';
import { showAccount } from './accounts/show-account.ts';
import { showJourney } from './journey/show-journey.ts';

/** Operators' questions about customers across all domains. Stores nothing. */
export const customers = domain({
  id: 'customers',
  title: 'Customers',
  description: 'Finds accounts and lists their history, from sign-up to the last lookup.',
  operations: [listAccounts, showAccount, endAccountSessions, showJourney],
});
