export {
  accountNamed,
  accountNames,
  accountWith,
  lockAccountNamed,
  lockFound,
  readEmail,
} from './account-named.ts';
export {
  accountsToErase,
  type ClosedAccount,
  closeAccountRow,
  closedAccount,
  exportedAt,
  isClosed,
  setErased,
  setExported,
} from './closed-accounts.ts';
export { ensureAccount } from './ensure-account.ts';
export { accountIdBounds, accountIdLengthMax, accountIdOrEmpty, rateLimitBounds } from './rules.ts';
export { AccountNote, noteOf } from './save-note.ts';
export { AccountChanged } from './set-account-rate.ts';
export {
  type Account,
  accountByAccountId,
  accountByEmail,
  accountById,
  accountSince,
  lockAccount,
  pastSessions,
  updateEmail,
} from './sql.ts';
