import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountIdBounds, accountWith, lockFound } from '#domains/accounts/index.ts';
import { noPlan } from '#domains/billing/index.ts';
import { claimMailbox } from '#domains/identity/index.ts';
import { banMembers, banOnWire, KeyMetadata, keyOnWire, RawKey } from './shapes.ts';
import { issueKey } from './sql/key-changes.ts';
import { currentKeyOf } from './sql/keys.ts';

const EnsureKeyBody = Type.Object({
  account_id: Type.String({
    ...accountIdBounds,
    description: "The dashboard's identifier for the account.",
  }),
  email: Type.String({
    maxLength: 320,
    default: '',
    description:
      "The email of the dashboard's session. Stored if the account has none; otherwise the account keeps its first email.",
  }),
});

const EnsuredKey = Type.Object({
  created: Type.Boolean({ description: 'Whether this call created the key.' }),
  key: Type.Union([RawKey, Type.Null()], {
    description: 'The key itself if this call created it, else null.',
  }),
  ...KeyMetadata.properties,
  ...banMembers,
});

export const ensureKey = operation({
  id: 'keys.ensure-key',
  summary: 'Create a key for an account that has none',
  description:
    'Creates the account too if it does not exist. No credits are needed. An account with a live key keeps it, even when the ' +
    'key is banned or expired; regenerate it instead. Nothing is created when the email belongs to another account.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/key/ensure/{account_id}')],
  input: EnsureKeyBody,
  example: { account_id: 'acme-42' },
  output: EnsuredKey,
  errors: ['handle_taken', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { account_id, email }) {
    const account = await lockFound(ctx.db, () => accountWith(ctx, account_id, email));
    if (email.trim() !== '') await claimMailbox(ctx, account);
    const existing = await currentKeyOf(ctx.db, account.id, ctx.now());
    if (existing)
      return { created: false, key: null, ...keyOnWire(existing, ctx.now()), ...banOnWire(existing) };

    const { key, text } = await issueKey(ctx.db, {
      account: account.id,
      mode: 'live',
      plan: noPlan,
      terms: null,
    });
    ctx.audit('key.ensured', { account_id: account.account_id, key_id: key.id });
    return { created: true, key: text, ...keyOnWire(key, ctx.now()), ...banOnWire(key) };
  },
});
