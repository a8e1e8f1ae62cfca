import { sql } from 'kysely';
import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { KeyForOperators, KeyId, keyForOperators } from './shapes.ts';
import { updateKey } from './sql/key-changes.ts';
import { lockedKeyOrFail } from './sql/keys.ts';

export const revokeKey = operation({
  id: 'keys.revoke-key',
  summary: 'Revoke a key permanently',
  description:
    'Use this for a leaked key. Every process refuses it within a second, and it can never be used again. The account’s other ' +
    'keys still work. Revoking a revoked key changes nothing.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/keys/{key_id}/revocation')],
  roles: ['support'],
  input: Type.Object({
    key_id: KeyId,
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { key_id: 'key_4mAYQ7rYV0bIqJm2vQx1sT', reason: 'It leaked' },
  output: KeyForOperators,
  errors: ['not_found', 'idempotency_conflict'],

  async run(ctx, { key_id: keyId, reason }) {
    const before = await lockedKeyOrFail(ctx, keyId);
    const key = await updateKey(ctx, keyId, {
      revoked_at: sql<Date>`coalesce(revoked_at, clock_timestamp())`,
    });
    ctx.audit('key.revoked', {
      key_id: keyId,
      account_id: key.account_id,
      reason,
      before: { revoked_at: before.revoked_at },
      after: { revoked_at: key.revoked_at },
    });
    return keyForOperators(key, ctx.now());
  },
});
