export { claimMailbox } from './handles/claim-mailbox.ts';
export { claimHandles, handleOwners, releaseHandle } from './handles/handles.ts';
export type { LockTable } from './locks/lock-table.ts';
export { lockedAccounts, lockedAmong } from './locks/locked-accounts.ts';
export type { LocksInForce } from './locks/locks-in-force.ts';
export { type SubjectKey, subjectsOf, subjectsOfHandles } from './locks/subjects.ts';
export { isLocked } from './principals/locks-on.ts';
export { refuseLocked } from './principals/refuse-locked.ts';
