import type { ErrorDefinitions } from '#core/failure.ts';

export const webhookErrors = {
  endpoints_full: {
    status: 409,
    title: 'The account has too many webhook endpoints',
    retryable: false,
    when: 'The account has 10 webhook endpoints.',
    remedy: 'Change or delete one of them.',
  },
} satisfies ErrorDefinitions;
