import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

export const keyErrors = {
  unknown_plan: {
    status: 404,
    title: 'The plan does not exist',
    retryable: false,
    when: 'The plan in the request is not in the catalogue.',
    remedy: 'Use one of the ids in the `plans` member.',
    members: {
      plans: Type.Array(Type.String({ examples: ['starter'] }), { description: 'The available plans.' }),
    },
  },
  account_locked: {
    status: 403,
    title: 'The account is locked',
    retryable: false,
    when: 'An operator has locked the account, its email, the email’s domain, one of its handles, or the address the request came from.',
    remedy: 'Ask the operator of this service to lift the lock.',
  },
  no_active_key: {
    status: 403,
    title: 'The account has no active key',
    retryable: false,
    when: 'A session acts with the key of its account, and the account has none that is active.',
    remedy: 'Create or regenerate the key of the account in the dashboard. The session then works again.',
  },
  handle_taken: {
    status: 409,
    title: 'The email or another handle belongs to another account',
    retryable: false,
    when: 'The email address in the request, or whatever else names a customer, already belongs to another account.',
    remedy: 'Use the account that has it, or another address.',
    members: {
      handles: Type.Optional(
        Type.Array(Type.Enum(['email', 'provider_user', 'whatsapp', 'device']), {
          description:
            'The kinds of handles that are taken, when a customer signs up, starts onboarding or confirms a code.',
        }),
      ),
    },
  },
  key_revoked: {
    status: 409,
    title: 'The key is revoked',
    retryable: false,
    when: '`key_id` names a key that was revoked.',
    remedy: 'Omit `key_id`. The newest active key is replaced; an account with none gets a new one.',
  },
  key_replaced: {
    status: 409,
    title: 'The key was already replaced',
    retryable: false,
    when: '`key_id` names a key that a newer one replaced.',
    remedy: 'Replace the newer key, which the list of keys names in `replaced_by`.',
  },
  keys_full: {
    status: 409,
    title: 'The account has too many keys',
    retryable: false,
    when: 'The account has 20 keys that work.',
    remedy: 'Revoke a key that you no longer need, or replace one without an overlap.',
  },
  key_ban_in_force: {
    status: 409,
    title: 'A key of the account is banned',
    retryable: false,
    when: 'A key of the account repeatedly exceeded its rate limit and is banned. Until the ban is lifted, the account gets no further key.',
    remedy: 'Ask the operator of this service to lift the ban.',
  },
  ban_not_liftable: {
    status: 409,
    title: 'The ban of this key cannot be lifted',
    retryable: false,
    when: 'The key is not banned, or it was banned because a newer key replaced it.',
    remedy: 'Use the newer key. A replaced key stays banned permanently.',
  },
} satisfies ErrorDefinitions;
