import { domain } from '#core/domain.ts';
import { accountData } from './account-rows.ts';
import { accountJourney } from './journey.ts';
import { saveNote } from './save-note.ts';
import { setAccountRate } from './set-account-rate.ts';

export const accounts = domain({
  id: 'accounts',
  title: 'Accounts',
  description:
    'Customers that pay. Your dashboard names an account by its own identifier, operators also by email.',
  operations: [setAccountRate, saveNote],
  accountData,
  journey: [accountJourney],
});
