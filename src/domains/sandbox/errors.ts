import type { ErrorDefinitions } from '#core/failure.ts';

export const sandboxErrors = {
  sandbox_act_impossible: {
    status: 409,
    title: 'This cannot happen any more',
    when: 'The sandbox’s order, subscription or payment is no longer in a state in which this can happen to it.',
    remedy: 'Open the page again and choose among the buttons that it shows now.',
  },
} satisfies ErrorDefinitions;
