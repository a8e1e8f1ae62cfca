import type { ErrorDefinitions } from '#core/failure.ts';

export const connectionErrors = {
  agent_token_invalid: {
    status: 401,
    title: 'The access token of the agent is not valid any more',
    retryable: false,
    when: 'The access token is unknown or older than an hour, or its connection was ended.',
    remedy: 'Renew it with the refresh token. If that is refused too, connect the agent again.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The connection may not use this tool',
    retryable: false,
    when: 'The person who connected the agent did not allow what the tool does.',
    remedy: 'Connect the agent again, and allow it.',
  },
  sign_in_off: {
    status: 403,
    title: 'Agents cannot sign in here',
    retryable: false,
    when: 'The operator of this service switched the sign-in of agents off (setting `agent_sign_in`).',
    remedy: 'Give the agent an API key in the header `Authorization`.',
  },
  agent_request_refused: {
    status: 400,
    title: 'The agent’s request can’t be answered',
    retryable: false,
    when: 'The agent is unknown, or its request to act for the account is not valid.',
    remedy:
      'Connect the agent again from its own program. If that fails too, tell its makers what `detail` says.',
  },
  connection_ended: {
    status: 409,
    title: 'The connection has ended',
    retryable: false,
    when: 'A budget was set for a connection that has ended or expired.',
    remedy: 'Connect the agent again.',
  },
} satisfies ErrorDefinitions;
