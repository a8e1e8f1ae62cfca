import { Type } from 'typebox';
import { daysAfter } from '#core/clock.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { noPlan } from '#domains/billing/index.ts';
import { cidrsOrFail } from '../gate/allowed-ips.ts';
import {
  AllowedIpsOrAll,
  ChosenRate,
  ExpiresInDays,
  KeyMetadata,
  KeyModeOrLive,
  KeyName,
  keyOnWire,
  RawKey,
} from '../shapes.ts';
import { issueKey } from '../sql/key-changes.ts';
import { currentKeyOf, sharedCountOf } from '../sql/keys.ts';
import { failIfFaster } from './chosen-rate.ts';
import { mailNewKey } from './key-mail.ts';
import { failIfFull } from './own-key.ts';

export const addAccountKey = operation({
  id: 'keys.add-account-key',
  summary: 'Create a further key for an account',
  description:
    'Returns the key once. It has the plan and rate of the account’s newest active key, and all keys of the account that it ' +
    'creates itself share one rate limit for each mode. `rate_limit_per_min` limits this key further.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/keys/by-account/{account_id}')],
  account: 'required',
  input: Type.Object({
    name: KeyName,
    mode: KeyModeOrLive,
    allowed_ips: AllowedIpsOrAll,
    expires_in_days: Type.Optional(ExpiresInDays),
    rate_limit_per_min: Type.Optional(ChosenRate),
  }),
  example: { account_id: 'acme-42', name: 'CRM sync' },
  output: Type.Object({ key: RawKey, ...KeyMetadata.properties }),
  errors: ['keys_full', 'key_ban_in_force', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { name, mode, allowed_ips, expires_in_days: days, rate_limit_per_min: rate = null }) {
    const cidrs = cidrsOrFail(allowed_ips);
    const { id: account, account_id } = ctx.account;
    await lockAccount(ctx.db, account);
    if ((await failIfFull(ctx)).has_ban) return ctx.fail('key_ban_in_force');

    const current = await currentKeyOf(ctx.db, account, ctx.now());
    const { key, text } = await issueKey(ctx.db, {
      account,
      name,
      mode,
      plan: current?.plan ?? noPlan,
      terms: current?.terms ?? null,
      rate_limit_per_min: current?.own_rate ?? null,
      chosen_rate: rate,
      allowed_ips: cidrs,
      expires_at: days === undefined ? null : daysAfter(ctx.now(), days),
      countedAs: await sharedCountOf(ctx.db, account, mode),
    });
    failIfFaster(rate, key);
    ctx.audit('key.created', { account_id, key_id: key.id, name, mode, chosen_rate_per_min: rate });
    await mailNewKey(ctx, key);
    return { key: text, ...keyOnWire(key, ctx.now()) };
  },
});
