import { domain } from '#core/domain.ts';
import { EndExtensionSessions } from '#domains/keys/index.ts';
import { extensionData } from './account-rows.ts';
import { extensionErrors } from './errors.ts';
import { ExtensionGate, openExtensionGate } from './extension-gate.ts';
import { extensionJourney } from './journey.ts';
import { endAllSessions } from './sessions/end-all-sessions.ts';
import { forgetSessions } from './sessions/forget-sessions.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { mintSession } from './sessions/mint-session.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { showSession } from './sessions/show-session.ts';
import { signOut } from './sessions/sign-out.ts';
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
  accountData: extensionData,
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
