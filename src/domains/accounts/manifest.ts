import { domain } from '#core/domain.ts';
import { setAccountRate } from './set-account-rate.ts';

/** Customers that pay. The dashboard addresses an account by its own identifier, operators also by e-mail. */
export const accounts = domain({ id: 'accounts', operations: [setAccountRate] });
