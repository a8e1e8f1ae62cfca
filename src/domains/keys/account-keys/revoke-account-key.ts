import { sql } from 'kysely';
import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { KeyId, KeyMetadata, keyOnWire } from '../shapes.ts';
import { updateKey } from '../sql/key-changes.ts';
import { ownKeyOrFail } from './own-key.ts';

export const revokeAccountKey = operation({
  id: 'keys.revoke-account-key',
  summary: "Revoke an account's key permanently",
  description:
    'Every process refuses it within a second, and it can never be used again. The account’s other keys still work. Revoking a ' +
    'revoked key changes nothing.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/keys/by-account/{account_id}/{key_id}/revocation')],
  account: 'required',
  input: Type.Object({ key_id: KeyId }),
  example: { account_id: 'acme-42', key_id: 'key_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: KeyMetadata,
  errors: ['not_found'],
  idempotency: 'none',

  async run(ctx, { key_id: keyId }) {
    const before = await ownKeyOrFail(ctx, keyId);
    const key = await updateKey(ctx, keyId, {
      revoked_at: sql<Date>`coalesce(revoked_at, clock_timestamp())`,
    });
    ctx.audit('key.revoked', {
      account_id: ctx.account.account_id,
      key_id: keyId,
      before: { revoked_at: before.revoked_at },
      after: { revoked_at: key.revoked_at },
    });
    return keyOnWire(key, ctx.now());
  },
});
