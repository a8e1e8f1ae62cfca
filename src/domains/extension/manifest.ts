import { domain } from '#core/domain.ts';
import { EndExtensionSessions } from '#domains/keys/index.ts';
import { endAllSessions } from './end-all-sessions.ts';
import { extensionErrors } from './errors.ts';
import { ExtensionGate, openExtensionGate } from './extension-gate.ts';
import { forgetSessions } from './forget-sessions.ts';
import { extensionJourney } from './journey.ts';
import { listSessions } from './list-sessions.ts';
import { mintSession } from './mint-session.ts';
import { refreshSession } from './refresh-session.ts';
import { revokeSession } from './revoke-session.ts';
import { showSession } from './show-session.ts';
import { signOut } from './sign-out.ts';
import { endSessions } from './sql.ts';
import { extensionVariables } from './variables.ts';

export const extension = domain({
  id: 'extension',
  title: 'Browser extension',
  description: 'Sessions of browser extensions: connecting one, renewing its tokens and ending it.',
  operations: [
    mintSession,
    showSession,
    refreshSession,
    signOut,
    listSessions,
    revokeSession,
    endAllSessions,
  ],
  jobs: [forgetSessions],
  errors: extensionErrors,
  variables: extensionVariables,
  journey: [extensionJourney],
  open: ({ ports, clock }) => ({
    ports: [
      ExtensionGate.opened(openExtensionGate({ db: ports.db, ports, clock })),
      EndExtensionSessions.opened((db, account, at) =>
        endSessions(db, { account, because: 'key_replaced', at }),
      ),
    ],
  }),
});
