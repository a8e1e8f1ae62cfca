import { domain } from '#core/domain.ts';
import { changeEmail } from './accounts/change-email.ts';
import { endAccountSessions } from './accounts/end-account-sessions.ts';
import { listAccounts } from './accounts/list-accounts.ts';
import { showAccount } from './accounts/show-account.ts';
import { closeAccount } from './closing/close-account.ts';
import { eraseClosed } from './closing/erase-closed.ts';
import { exportAccount } from './closing/export-account.ts';
import { previewClosing } from './closing/preview-closing.ts';
import { customerErrors } from './errors.ts';
import { showJourney } from './journey/show-journey.ts';

/** Operators' questions about customers across all domains, and the closing of an account in all of them. Stores nothing. */
export const customers = domain({
  id: 'customers',
  title: 'Customers',
  description: 'Finds accounts and lists their history, from sign-up to the last lookup.',
  operations: [
    listAccounts,
    showAccount,
    changeEmail,
    endAccountSessions,
    showJourney,
    exportAccount,
    previewClosing,
    closeAccount,
  ],
  jobs: [eraseClosed],
  errors: customerErrors,
});
