import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { isForever } from '#core/clock.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { cidrsOrFail } from './gate/allowed-ips.ts';
import type { Key } from './rules.ts';
import {
  AllowedIpsOrSame,
  KeyForOperators,
  KeyId,
  KeyReason,
  keyForOperators,
  RateOrSame,
} from './shapes.ts';
import { updateKey } from './sql/key-changes.ts';
import { lockedKeyOrFail } from './sql/keys.ts';

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
  roles: ['support'],
  input: ChangeKeyBody,
  example: { key_id: 'key_4mAYQ7rYV0bIqJm2vQx1sT', note: 'For the CRM' },
  output: KeyForOperators,
  errors: ['not_found'],

  async run(ctx, { key_id: keyId, reason, ...wanted }) {
    const changes = changesOf(wanted, ctx.now());
    const before = await lockedKeyOrFail(ctx, keyId);

    const isSame = isDeepStrictEqual({ ...changeable(before), ...changes }, changeable(before));
    const after = isSame ? before : await updateKey(ctx, keyId, columnsOf(changes));
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

type Wanted = Omit<Static<typeof ChangeKeyBody>, 'key_id' | 'reason'>;

/** The members that the request has. */
function changesOf({ allowed_ips, expires_at, ...others }: Wanted, now: Date) {
  const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : expires_at;
  if (expiresAt && !(expiresAt > now)) {
    failField(['expires_at'], 'The time should be in the future. To end a key now, revoke it');
  }
  return {
    ...others,
    ...(allowed_ips !== undefined && { allowed_ips: cidrsOrFail(allowed_ips) }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}

const columnsOf = ({ allowed_ips, expires_at, ...others }: ReturnType<typeof changesOf>) => ({
  ...others,
  ...(allowed_ips && { allowed_ips: sql<string[]>`${allowed_ips}::cidr[]` }),
  ...(expires_at !== undefined && { expires_at: expires_at ?? ('infinity' as const) }),
});

const changeable = ({ allowed_ips, own_rate, note, expires_at }: Key) => ({
  allowed_ips,
  rate_limit_per_min: own_rate,
  note,
  expires_at: isForever(expires_at) ? null : expires_at,
});
