import { domain } from '#core/operation.ts';
import { setAccountRate } from './set-account-rate.ts';

/** Who pays: one account a customer, addressed by the dashboard's own string or by its e-mail. */
export const accounts = domain({ id: 'accounts', operations: [setAccountRate] });

export { accountNamed, accountNames } from './account-named.ts';
export { ensureAccount } from './ensure-account.ts';
export { readEmail } from './read-email.ts';
export { accountIdBounds, accountIdLengthMax, rateLimitBounds } from './rules.ts';
export { type Account, accountByAccountId, accountByEmail, accountById, lockAccount } from './sql.ts';
