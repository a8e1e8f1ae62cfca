import type { ErrorDefinitions } from '#core/failure.ts';

export const creditErrors = {
  grant_not_revocable: {
    status: 409,
    title: 'This grant cannot be taken back',
    when: 'The credits come from a plan, a pack, a promotion or a refund, not from an operator.',
    remedy: 'Take back only grants with the source `operator` or `key`.',
  },
} satisfies ErrorDefinitions;
