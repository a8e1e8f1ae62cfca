import type { ErrorDefinitions } from '#core/failure.ts';

export const extensionErrors = {
  access_token_expired: {
    status: 401,
    title: 'The access token is not valid any more',
    when: 'The access token of the session is unknown or older than an hour, or its session has ended.',
    remedy:
      'Send the refresh token to `POST /api/v1/extension/refresh`, and repeat the request with the new access token.',
  },
  session_ended: {
    status: 401,
    title: 'The session has ended',
    when: 'The session of a person on the pages, or of their browser extension, has ended. For an extension: its refresh token is unknown, expired or used before.',
    remedy: 'Sign in to the pages again. Connect an extension again, with a new session from the dashboard.',
  },
} satisfies ErrorDefinitions;
