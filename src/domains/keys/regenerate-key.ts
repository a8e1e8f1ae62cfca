import { sql } from 'kysely';
import { Type } from 'typebox';
import { daysAfter } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { cidrsOrFail } from './gate/allowed-ips.ts';
import {
  AllowedIpsOrSame,
  banMembers,
  banOnWire,
  ExpiresInDaysOr90,
  KeyId,
  KeyMetadata,
  keyOnWire,
  RawKey,
} from './shapes.ts';
import { issueKey, updateKey } from './sql/key-changes.ts';
import { currentKeyOf, lockedKeyById } from './sql/keys.ts';
import { moveBanAlert } from './sql/violations.ts';

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

const RegeneratedKey = Type.Object({
  key: RawKey,
  ...KeyMetadata.properties,
  ...banMembers,
  replaced: Type.Object(
    { id: Type.String(), prefix: Type.String() },
    { description: 'The key that was replaced and is now banned.' },
  ),
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
  output: RegeneratedKey,
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
    if (!old || old.account !== ctx.account.id || old.mode !== 'live' || old.replaced_by !== null) {
      return ctx.fail('not_found', { detail: 'This account has no such key.' });
    }
    if (keyId && old.revoked_at) return ctx.fail('key_revoked');

    const { key, text } = await issueKey(ctx.db, {
      account: ctx.account.id,
      mode: 'live',
      plan: old.plan,
      terms: old.terms,
      rate_limit_per_min: old.own_rate,
      allowed_ips: given ?? old.allowed_ips,
      note: old.note,
      expires_at: daysAfter(ctx.now(), days),
      instead: old,
    });
    if (key.banned_at) await moveBanAlert(ctx.db, old.id, key);
    // An earlier ban keeps its time and reason.
    await updateKey(ctx, old.id, {
      banned_at: sql<Date>`coalesce(banned_at, clock_timestamp())`,
      ban_reason: sql<string>`coalesce(ban_reason, 'replaced')`,
      replaced_by: key.id,
    });
    if (!keepsSessions) await ctx.ports.use(EndExtensionSessions)(ctx.db, ctx.account.id, ctx.now());
    ctx.audit('key.regenerated', { account_id: ctx.account.account_id, key_id: key.id, replaced: old.id });
    return {
      key: text,
      ...keyOnWire(key, ctx.now()),
      ...banOnWire(key),
      replaced: { id: old.id, prefix: old.prefix },
    };
  },
});
