import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { isForever } from '#core/clock.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { cidrsOrFail } from './issue-key.ts';
import { Keyring } from './keyring/keyring.ts';
import type { Key } from './rules.ts';
import {
  AllowedIpsOrSame,
  KeyForOperators,
  KeyId,
  KeyReason,
  keyForOperators,
  RateOrSame,
} from './shapes.ts';
import { type KeyChanges, updateKey } from './sql/key-changes.ts';
import { keyById, lockedKeyById } from './sql/keys.ts';

const ChangeKeyBody = Type.Object({
  key_id: KeyId,
  reason: KeyReason,
  allowed_ips: Type.Optional(AllowedIpsOrSame),
  rate_limit_per_min: Type.Optional(RateOrSame),
  note: Type.Optional(
    Type.String({ maxLength: 500, description: 'For operators. Omit it to keep the current note.' }),
  ),
  expires_at: Type.Optional(
    orNull(
      Type.String({ format: 'date-time' }),
      'When the key expires, in the future. Null for a key that does not expire. Omit it to keep the current expiry.',
    ),
  ),
});

export const changeKey = operation({
  id: 'keys.change-key',
  summary: 'Change a key',
  description: 'Members you omit keep their value. The change reaches every process within a second.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/keys/{key_id}')],
  input: ChangeKeyBody,
  output: KeyForOperators,
  errors: ['not_found'],

  async run(ctx, { key_id: keyId, reason, ...wanted }) {
    const changes = changesOf(wanted, ctx.now());
    const before = await lockedKeyById(ctx.db, keyId);
    if (!before) return ctx.fail('not_found', { detail: 'No key with this id exists.' });

    const wantedState = { ...changeable(before), ...definedOf(changes) };
    const isSame = isDeepStrictEqual(wantedState, changeable(before));
    if (!isSame) {
      const hash = await updateKey(ctx.db, keyId, changes);
      ctx.afterCommit(() => ctx.ports.use(Keyring).forget('key_changed', hash));
    }
    const after = (await keyById(ctx.db, keyId))!;
    ctx.audit('key.changed', {
      key_id: keyId,
      account_id: after.account_id,
      before: changeable(before),
      after: changeable(after),
      reason,
    });
    return keyForOperators(after, ctx.now());
  },
});

function changesOf(
  { allowed_ips, expires_at, ...others }: Omit<Static<typeof ChangeKeyBody>, 'key_id' | 'reason'>,
  now: Date,
): KeyChanges {
  const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : expires_at;
  if (expiresAt && !(expiresAt > now)) {
    failField(['expires_at'], 'The time should be in the future. To end a key now, revoke it');
  }
  const cidrs = allowed_ips === undefined ? undefined : cidrsOrFail(allowed_ips);
  return { ...others, allowed_ips: cidrs, expires_at: expiresAt };
}

const definedOf = (changes: KeyChanges): KeyChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

const changeable = ({ allowed_ips, own_rate, note, expires_at }: Key) => ({
  allowed_ips,
  rate_limit_per_min: own_rate,
  note,
  expires_at: isForever(expires_at) ? null : expires_at,
});
