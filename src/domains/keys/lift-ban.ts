import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { isLiftable } from './rules.ts';
import { KeyForOperators, KeyId, KeyReason, keyForOperators } from './shapes.ts';
import { updateKey } from './sql/key-changes.ts';
import { lockedKeyOrFail } from './sql/keys.ts';
import { forgetViolations } from './sql/violations.ts';

export const liftBan = operation({
  id: 'keys.lift-ban',
  summary: "Lift a key's ban",
  description: 'Also clears the violations that led to the ban. A replaced key stays banned.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/keys/{key_id}/unban')],
  roles: ['support'],
  input: Type.Object({ key_id: KeyId, reason: KeyReason }),
  example: { key_id: 'key_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: KeyForOperators,
  errors: ['not_found', 'ban_not_liftable', 'idempotency_conflict'],

  async run(ctx, { key_id: keyId, reason }) {
    const banned = await lockedKeyOrFail(ctx, keyId);
    if (!isLiftable(banned)) return ctx.fail('ban_not_liftable');

    const key = await updateKey(ctx, keyId, { banned_at: null, ban_reason: null });
    await forgetViolations(ctx.db, key);
    ctx.audit('key.ban_lifted', {
      key_id: keyId,
      account_id: key.account_id,
      before: { banned_at: banned.banned_at, ban_reason: banned.ban_reason },
      after: { banned_at: null, ban_reason: null },
      reason,
    });
    return keyForOperators(key, ctx.now());
  },
});
