import type { ErrorDefinitions } from '#core/failure.ts';

export const webhookErrors = {
  endpoints_full: {
    status: 409,
    title: 'The account has too many webhook endpoints',
    retryable: false,
    when: 'The account has 10 webhook endpoints.',
    remedy: 'Change or delete one of them.',
  },
  delivery_in_progress: {
    status: 409,
    title: 'The message is being sent',
    retryable: true,
    when: 'You asked for a redelivery while a request with the message waits for the answer of your server.',
    remedy: 'Wait until the attempt has ended, which takes at most 15 seconds. If it failed, ask again.',
  },
} satisfies ErrorDefinitions;
