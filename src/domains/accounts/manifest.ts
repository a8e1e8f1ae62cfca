import { domain } from '#core/domain.ts';
import { setAccountRate } from './set-account-rate.ts';

/** Who pays: one account a customer, addressed by the dashboard's own string or by its e-mail. */
export const accounts = domain({
  id: 'accounts',
  title: 'Accounts',
  description: 'Who pays: one account a customer, named by your dashboard’s own identifier or by its e-mail.',
  operations: [setAccountRate],
});
