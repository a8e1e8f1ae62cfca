import { Type } from 'typebox';
import { internal } from '#core/access.ts';
import { operation } from '#core/operation.ts';
import { ensureAccount, lockAccount, readEmail } from '#domains/accounts/index.ts';
import { issueKey } from './issue-key.ts';
import { noPlan } from './rules.ts';
import { KeyMetadata, keyOnWire, RawKey } from './shapes.ts';
import { currentKeyOf } from './sql/keys.ts';

const EnsureKeyBody = Type.Object({
  email: Type.String({
    maxLength: 320,
    default: '',
    description: "Of the dashboard's session; kept when the account has none and no other account has it.",
  }),
});

const EnsuredKey = Type.Object({
  created: Type.Boolean({ description: 'Whether the key was made by this call.' }),
  key: Type.Union([RawKey, Type.Null()], {
    description: 'The key itself when it was made by this call, else null.',
  }),
  ...KeyMetadata.properties,
});

export const ensureKey = operation({
  id: 'keys.ensure-key',
  summary: 'Make a key for an account that has none',
  description:
    'Makes the account too when it is not there yet; credits are not needed. An account that has a live key, even one that ' +
    'is banned or expired, keeps it: regenerate it instead.',
  kind: 'command',
  doors: [internal('POST', '/internal/key/ensure/{account_id}')],
  account: 'created',
  input: EnsureKeyBody,
  output: EnsuredKey,
  errors: ['idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { email }) {
    const given = email.trim() === '' ? undefined : readEmail(['body', 'email'], email);
    await ensureAccount(ctx.db, { accountId: ctx.account.accountId, email: given });
    await lockAccount(ctx.db, ctx.account.id);
    const existing = await currentKeyOf(ctx.db, ctx.account.id, ctx.now());
    if (existing) return { created: false, key: null, ...keyOnWire(existing, ctx.now()) };

    const { key, text } = await issueKey(ctx.db, {
      account: ctx.account.id,
      mode: 'live',
      plan: noPlan,
      ownRate: null,
      allowedCidrs: [],
      note: '',
      expiresAt: null,
    });
    return { created: true, key: text, ...keyOnWire(key, ctx.now()) };
  },
});
