import { Type } from 'typebox';
import { hourMs } from '#core/clock.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { cidrsOrFail } from '../gate/allowed-ips.ts';
import { EndExtensionSessions } from '../regenerate-key.ts';
import { AllowedIpsOrSame, ExpiresInDays, KeyId, ReplacedKey } from '../shapes.ts';
import { failIfFull, ownKeyOrFail } from './own-key.ts';
import { replaceKey } from './replace-key.ts';

export const replaceAccountKey = operation({
  id: 'keys.replace-account-key',
  summary: "Replace an account's key, with an overlap",
  description:
    'The new key has the name, mode, plan, rate and addresses of the old one. The old key works for `overlap_hours` more, then ' +
    'expires; with 0 it is banned at once, and the sessions of browser extensions end. The current window, its violations and a ban for exceeding the rate carry over.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/keys/by-account/{account_id}/{key_id}/replacement')],
  account: 'required',
  input: Type.Object({
    key_id: KeyId,
    overlap_hours: Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 24,
      description: 'How long the old key still works. Set 0 if it has leaked.',
    }),
    expires_in_days: Type.Optional(
      orNull(ExpiresInDays, 'Days until the new key expires, 90 if you omit it. Null: it does not expire.'),
    ),
    allowed_ips: Type.Optional(AllowedIpsOrSame),
  }),
  example: { account_id: 'acme-42', key_id: 'key_4mAYQ7rYV0bIqJm2vQx1sT', overlap_hours: 48 },
  output: ReplacedKey,
  errors: ['not_found', 'key_revoked', 'key_replaced', 'keys_full', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { key_id: keyId, overlap_hours, expires_in_days: days = 90, allowed_ips: given }) {
    const allowedIps = given === undefined ? undefined : cidrsOrFail(given);
    await lockAccount(ctx.db, ctx.account.id);
    const old = await ownKeyOrFail(ctx, keyId);
    if (old.revoked_at) return ctx.fail('key_revoked');
    if (old.replaced_by !== null) return ctx.fail('key_replaced');
    if (overlap_hours > 0) await failIfFull(ctx);

    const answer = await replaceKey(ctx, old, { days, allowedIps, overlapMs: overlap_hours * hourMs });
    if (overlap_hours === 0) await ctx.ports.use(EndExtensionSessions)(ctx.db, ctx.account.id, ctx.now());
    ctx.audit('key.replaced', {
      account_id: ctx.account.account_id,
      key_id: answer.id,
      replaced: old.id,
      overlap_hours,
    });
    return answer;
  },
});
