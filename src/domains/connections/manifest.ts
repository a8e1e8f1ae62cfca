import { domain } from '#core/domain.ts';
import { connectionData } from './account-rows.ts';
import { approveRequest } from './consent/approve-request.ts';
import { askConsent } from './consent/ask-consent.ts';
import { connectionErrors } from './errors.ts';
import { forgetConnections } from './forget-connections.ts';
import { connectionJourney } from './journey.ts';
import { endAnyConnection } from './managing/end-any-connection.ts';
import { endConnection } from './managing/end-connection.ts';
import { limitConnection } from './managing/limit-connection.ts';
import { listConnections } from './managing/list-connections.ts';
import { openConnections } from './open-connections.ts';
import { describeAuthorizationServer } from './protocol/describe-authorization-server.ts';
import { issueToken } from './protocol/issue-token.ts';
import { registerClient } from './protocol/register-client.ts';
import { revokeToken } from './protocol/revoke-token.ts';
import { connectionSettings } from './settings.ts';

/** Agents that sign in (OAuth 2.1): see docs/decisions/oauth.md. */
export const connections = domain({
  id: 'connections',
  title: 'Agent connections',
  description:
    'Agents that sign in instead of sending a key: asking a person, their tokens, budgets and ends.',
  operations: [
    describeAuthorizationServer,
    registerClient,
    issueToken,
    revokeToken,
    askConsent,
    approveRequest,
    listConnections,
    limitConnection,
    endConnection,
    endAnyConnection,
  ],
  jobs: [forgetConnections],
  errors: connectionErrors,
  settings: connectionSettings,
  accountData: connectionData,
  journey: [connectionJourney],
  notInJourney: { agent_code: 'It becomes a connection, which is in it.' },
  open: openConnections,
});
