import { domain } from '#core/domain.ts';
import { OperatorAddresses } from '#domains/identity/index.ts';
import { signInData } from './account-rows.ts';
import { checkWebSession } from './check-web-session.ts';
import { endWebSession } from './end-web-session.ts';
import { signInErrors } from './errors.ts';
import { forgetSessions } from './forget-sessions.ts';
import { signInJourney } from './journey.ts';
import { openWebSession } from './open-web-session.ts';
import { checkOperatorSession } from './operators/check-operator-session.ts';
import { createOperatorLink, Operators } from './operators/create-operator-link.ts';
import { endOperatorSession } from './operators/end-operator-session.ts';
import { listOperatorLinks } from './operators/list-operator-links.ts';
import { listOperatorSessions } from './operators/list-operator-sessions.ts';
import { listOperators } from './operators/list-operators.ts';
import { openOperatorSession } from './operators/open-operator-session.ts';
import { revokeOperatorLink } from './operators/revoke-operator-link.ts';
import { revokeOperatorSession } from './operators/revoke-operator-session.ts';
import { operatorsKnown } from './operators/roles.ts';
import { setOperatorRole } from './operators/set-operator-role.ts';
import { refusedVariables, signInVariables } from './variables.ts';

export const signIn = domain({
  id: 'sign-in',
  title: 'Sign-in',
  description: 'Sessions of the people who use the pages: customers at `/app`, operators at `/console`.',
  operations: [
    openWebSession,
    checkWebSession,
    endWebSession,
    listOperators,
    setOperatorRole,
    createOperatorLink,
    listOperatorLinks,
    revokeOperatorLink,
    openOperatorSession,
    checkOperatorSession,
    endOperatorSession,
    listOperatorSessions,
    revokeOperatorSession,
  ],
  jobs: [forgetSessions],
  errors: signInErrors,
  variables: signInVariables,
  refusedVariables,
  accountData: signInData,
  journey: [signInJourney],
  notInJourney: { web_browser: 'Each sign-in has its own fact.' },
  open: ({ config: { OPERATORS }, clock }) => ({
    ports: [
      Operators.opened(OPERATORS),
      OperatorAddresses.opened(async (db) =>
        (await operatorsKnown(db, OPERATORS, clock.now())).map(({ email }) => email),
      ),
    ],
  }),
});
