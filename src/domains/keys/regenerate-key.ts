import { Type } from 'typebox';
import { internal } from '#core/access.ts';
import { daysAfter } from '#core/clock.ts';
import { fail } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { cidrsOrFail, issueKey } from './issue-key.ts';
import { AllowedIpsOrSame, ExpiresInDaysOr90, KeyMetadata, keyOnWire, RawKey } from './shapes.ts';
import { currentKeyOf, replaceKey } from './sql/keys.ts';

const RegenerateKeyBody = Type.Object({
  expires_in_days: ExpiresInDaysOr90,
  allowed_ips: Type.Optional(AllowedIpsOrSame),
});

const RegeneratedKey = Type.Object({
  key: RawKey,
  ...KeyMetadata.properties,
  replaced: Type.Object(
    { id: Type.String(), prefix: Type.String() },
    { description: 'The key that is banned from now on.' },
  ),
});

export const regenerateKey = operation({
  id: 'keys.regenerate-key',
  summary: "Replace an account's key",
  description:
    'The old key is banned at once and kept for audit; the new one has its plan and rate. Credits and subscription are untouched.',
  kind: 'command',
  doors: [internal('POST', '/internal/key/regenerate/{account_id}')],
  account: 'required',
  input: RegenerateKeyBody,
  output: RegeneratedKey,
  errors: ['not_found', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { expires_in_days: days, allowed_ips: allowedIps }) {
    const given = allowedIps === undefined ? undefined : cidrsOrFail(allowedIps);
    await lockAccount(ctx.db, ctx.account.id);
    const old = await currentKeyOf(ctx.db, ctx.account.id, ctx.now());
    if (!old) return fail('not_found', { detail: 'This account has no key to replace.' });

    const { key, text } = await issueKey(ctx.db, {
      account: ctx.account.id,
      mode: 'live',
      plan: old.plan,
      ownRate: old.ownRate,
      allowedCidrs: given ?? old.allowedCidrs,
      note: old.note,
      expiresAt: daysAfter(ctx.now(), days),
    });
    const oldHash = await replaceKey(ctx.db, old.id, key.id);
    ctx.afterCommit(() => ctx.ports.keyring.forget('key_changed', oldHash));
    return { key: text, ...keyOnWire(key, ctx.now()), replaced: { id: old.id, prefix: old.prefix } };
  },
});
