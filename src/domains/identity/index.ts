export { accountsWithHandle, claimHandles, handleOwners, releaseHandle } from './handles/handles.ts';
export {
  accountsWithMailbox,
  accountsWithMailboxLike,
  claimMailbox,
  mailboxesOf,
  moveToEmail,
  ownsMailbox,
} from './handles/mailboxes.ts';
export { AccountHandle, handlesOf } from './handles/release-handle.ts';
export type { LockTable } from './locks/lock-table.ts';
export { lockedAccounts, lockedAmong, locksOfAccount } from './locks/locked-accounts.ts';
export { LocksInForce } from './locks/locks-in-force.ts';
export { OperatorAddresses } from './locks/locks-on-operators.ts';
export { type SubjectKey, subjectsOf, subjectsOfHandles } from './locks/subjects.ts';
export { isLocked, lockOnOpened, refuseLocked } from './principals/locks-on.ts';
export { trackBrowser } from './sessions/sessions.ts';
export { accountOfSignIn, signInMembers } from './sign-ins/account-of-sign-in.ts';
export { isRegistrationRefused } from './signups/attempts.ts';
export { addressFaults } from './signups/read-signup.ts';
