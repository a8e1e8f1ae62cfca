import { domain } from '#core/domain.ts';
import { checkLock } from './locks/check-lock.ts';
import { createLock } from './locks/create-lock.ts';
import { liftLock } from './locks/lift-lock.ts';
import { listLocks } from './locks/list-locks.ts';
import { openIdentity } from './open-identity.ts';

/** Locks on accounts, people and networks. */
export const identity = domain({
  id: 'identity',
  title: 'Identity',
  description:
    'Who may sign in and look people up: locks on e-mails, domains, accounts, addresses and numbers.',
  operations: [createLock, liftLock, listLocks, checkLock],
  open: openIdentity,
});
