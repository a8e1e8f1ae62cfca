import { domain } from '#core/domain.ts';
import { identityData } from './account-rows.ts';
import { identityErrors } from './errors.ts';
import { releaseHandle } from './handles/release-handle.ts';
import { lockJourney, sessionJourney, signupJourney } from './journey.ts';
import { checkLock } from './locks/check-lock.ts';
import { createLock } from './locks/create-lock.ts';
import { liftLock } from './locks/lift-lock.ts';
import { listLocks } from './locks/list-locks.ts';
import { openIdentity } from './open-identity.ts';
import { forgetSessions } from './sessions/forget-sessions.ts';
import { sessionSettings } from './sessions/settings.ts';
import { trackSession } from './sessions/track-session.ts';
import { admitSignup } from './signups/admit-signup.ts';
import { forgetAttempts } from './signups/forget-attempts.ts';
import { listAttempts } from './signups/list-attempts.ts';
import { registerAccount } from './signups/register-account.ts';
import { reportRefusals } from './signups/report-refusals.ts';
import { signupSettings } from './signups/settings.ts';
import { vetSignup } from './signups/vet-signup.ts';

export const identity = domain({
  id: 'identity',
  title: 'Identity',
  description:
    'Rules for signing up, signing in and looking people up: sign-ups and what they claim, sessions, and locks on emails, domains, ' +
    'accounts, addresses and numbers.',
  operations: [
    vetSignup,
    registerAccount,
    releaseHandle,
    trackSession,
    checkLock,
    createLock,
    liftLock,
    listLocks,
    listAttempts,
    admitSignup,
    reportRefusals,
  ],
  errors: identityErrors,
  jobs: [forgetAttempts, forgetSessions],
  settings: { ...signupSettings, ...sessionSettings },
  accountData: identityData,
  journey: [signupJourney, sessionJourney, lockJourney],
  open: openIdentity,
});
