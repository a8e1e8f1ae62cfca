import { Type } from 'typebox';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { replaceKey } from './account-keys/replace-key.ts';
import { cidrsOrFail } from './gate/allowed-ips.ts';
import { statusOf } from './rules.ts';
import { AllowedIpsOrSame, ExpiresInDaysOr90, KeyId, ReplacedKey } from './shapes.ts';
import { currentKeyOf, lockedKeyById } from './sql/keys.ts';

/** Ends the sessions that act with an account's key. */
export const EndExtensionSessions =
  port<(db: Db, account: number, at: Date) => Promise<number>>('end-extension-sessions');

const RegenerateKeyBody = Type.Object({
  expires_in_days: ExpiresInDaysOr90,
  allowed_ips: Type.Optional(AllowedIpsOrSame),
  key_id: Type.Optional(KeyId),
  keep_sessions: Type.Boolean({
    default: false,
    description: 'Whether browser extension sessions continue. By default, all of them end.',
  }),
});

export const regenerateKey = operation({
  id: 'keys.regenerate-key',
  summary: "Replace an account's key",
  description:
    'Replaces the key with `key_id`, or the newest active one if you omit it. ' +
    'The old key is banned at once and kept for audit. The new one has its plan and rate. Credits and subscription do not change. ' +
    'The sessions of browser extensions end too, unless you keep them. ' +
    'The current window and its violations carry over. So does a ban for exceeding the rate, until an operator lifts it.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/key/regenerate/{account_id}')],
  account: 'required',
  input: RegenerateKeyBody,
  example: { account_id: 'acme-42' },
  output: ReplacedKey,
  errors: ['not_found', 'key_revoked', 'idempotency_conflict'],
  secretAnswer: true,

  async run(
    ctx,
    { expires_in_days: days, allowed_ips: allowedIps, key_id: keyId, keep_sessions: keepsSessions },
  ) {
    const given = allowedIps === undefined ? undefined : cidrsOrFail(allowedIps);
    await lockAccount(ctx.db, ctx.account.id);
    const chosen = keyId ?? (await currentKeyOf(ctx.db, ctx.account.id, ctx.now()))?.id;
    // Locks before it reads, so that a ban that is being written is seen and carried over.
    const old = chosen === undefined ? null : await lockedKeyById(ctx.db, chosen);
    const wasReplaced = old !== null && old.replaced_by !== null && statusOf(old, ctx.now()) !== 'active';
    if (!old || old.account !== ctx.account.id || old.mode !== 'live' || old.is_connection || wasReplaced) {
      return ctx.fail('not_found', { detail: 'This account has no such key.' });
    }
    if (keyId && old.revoked_at) return ctx.fail('key_revoked');

    const answer = await replaceKey(ctx, old, { days, allowedIps: given, overlapMs: 0 });
    if (!keepsSessions) await ctx.ports.use(EndExtensionSessions)(ctx.db, ctx.account.id, ctx.now());
    ctx.audit('key.regenerated', { account_id: ctx.account.account_id, key_id: answer.id, replaced: old.id });
    return answer;
  },
});
