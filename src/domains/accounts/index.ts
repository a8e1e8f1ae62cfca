export { accountNamed, accountNames } from './account-named.ts';
export { ensureAccount } from './ensure-account.ts';
export { readEmail } from './read-email.ts';
export { accountIdBounds, accountIdLengthMax, accountIdOrEmpty, rateLimitBounds } from './rules.ts';
export {
  type Account,
  accountByAccountId,
  accountByEmail,
  accountById,
  lockAccount,
  updateEmail,
} from './sql.ts';
