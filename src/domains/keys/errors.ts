import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

export const keyErrors = {
  unknown_plan: {
    status: 404,
    title: 'There is no such plan',
    retryable: false,
    when: 'The plan named in the request is not in the catalogue.',
    remedy: 'Use one of the ids in the `plans` member.',
    members: { plans: Type.Array(Type.String({ examples: ['starter'] })) },
  },
  account_locked: {
    status: 403,
    title: 'The account is locked',
    retryable: false,
    when: 'An operator has locked the account, its e-mail or the domain of it, or the address that the request comes from.',
    remedy: 'Ask the operator of this service to lift the lock.',
  },
  handle_taken: {
    status: 409,
    title: 'The handle belongs to another account',
    retryable: false,
    when: 'The e-mail or other handle in the request is already claimed by another account.',
    remedy: 'Name the account that has the handle, or use another handle.',
  },
  ban_not_liftable: {
    status: 409,
    title: 'This key has no ban to lift',
    retryable: false,
    when: 'The key is not banned, or it was banned because a newer key replaced it.',
    remedy: 'Use the newer key; a replaced key stays banned for good.',
  },
} satisfies ErrorDefinitions;
