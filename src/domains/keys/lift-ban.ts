import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Keyring } from './keyring/keyring.ts';
import { isLiftable } from './rules.ts';
import { KeyForOperators, KeyId, KeyReason, keyForOperators } from './shapes.ts';
import { keyById, lockedKeyById } from './sql/keys.ts';
import { liftBan as liftBanOf } from './sql/violations.ts';

export const liftBan = operation({
  id: 'keys.lift-ban',
  summary: "Lift a key's ban",
  description: 'Also clears the violations that led to the ban. A replaced key stays banned.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/keys/{key_id}/unban')],
  input: Type.Object({ key_id: KeyId, reason: KeyReason }),
  output: KeyForOperators,
  errors: ['not_found', 'ban_not_liftable', 'idempotency_conflict'],

  async run(ctx, { key_id: keyId, reason }) {
    const banned = await lockedKeyById(ctx.db, keyId);
    if (!banned) return ctx.fail('not_found', { detail: 'No key with this id exists.' });
    if (!isLiftable(banned)) return ctx.fail('ban_not_liftable');

    const hash = await liftBanOf(ctx.db, keyId);
    ctx.afterCommit(() => ctx.ports.use(Keyring).forget('key_changed', hash));
    const key = await keyById(ctx.db, keyId);
    if (!key) throw new Error('the key that was just changed is missing');
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
