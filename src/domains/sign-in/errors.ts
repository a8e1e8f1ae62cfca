import type { ErrorDefinitions } from '#core/failure.ts';

export const signInErrors = {
  cross_site_request: {
    status: 403,
    title: 'Another site sent the request',
    when: 'A page of another site sent a request that changes something, or the browser did not say which site it came from.',
    remedy: 'Go to the page on this site and try again. Programs call the API with a key.',
  },
  session_elsewhere: {
    status: 409,
    title: 'The account is in use at another address',
    retryable: true,
    when: 'Another session of the account is live at another IP address.',
    remedy: 'Sign out there, or wait until that session has been unused for 15 minutes.',
  },
  operator_link_ended: {
    status: 410,
    title: 'The link was used or is too old',
    when: 'The one-time link to the console is unknown, was used before, was revoked, or is older than a day.',
    remedy: 'Make a new link with `./contactry console YOUR_EMAIL`.',
  },
  operator_link_refused: {
    status: 403,
    title: 'This session can’t make links',
    when: 'A session of the console that a one-time link opened, or one that has ended, asked for a new link.',
    remedy: 'Sign in through the identity provider, or make the link with `./contactry console EMAIL`.',
  },
  api_unavailable: {
    status: 502,
    title: 'The API can’t be reached',
    retryable: true,
    when: 'The server of the pages could not reach the API, or the API refused its secret.',
    remedy: 'Try again in a moment. If it lasts, contact the operator and include the `request_id`.',
  },
  provider_unavailable: {
    status: 502,
    title: 'The identity provider can’t be reached',
    retryable: true,
    when: 'The server of the pages could not read the configuration of the provider at OIDC_ISSUER.',
    remedy: 'Try again in a moment. If it lasts, the log has the reason under the `request_id`.',
  },
  api_timeout: {
    status: 504,
    title: 'The API did not answer in time',
    retryable: true,
    when: 'The API took too long to answer the server of the pages. Your request may have been carried out.',
    remedy: 'Reload the page to see the current state, and repeat the request if nothing has changed.',
  },
} satisfies ErrorDefinitions;
