import { domain } from '#core/operation.ts';
import { checkLock } from './locks/check-lock.ts';
import { createLock } from './locks/create-lock.ts';
import { liftLock } from './locks/lift-lock.ts';
import { listLocks } from './locks/list-locks.ts';

/** Who somebody is, and whether they may come in. */
export const identity = domain({
  id: 'identity',
  operations: [createLock, liftLock, listLocks, checkLock],
});
