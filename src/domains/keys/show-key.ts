import { Type } from 'typebox';
import { dashboard, key as keyDoor } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { BalanceNow, ShortBalance } from '#domains/credits/index.ts';
import { KeyMetadata, keyOnWire } from './shapes.ts';
import { currentKeyOf, KeyNow } from './sql/keys.ts';

const KeyAndBalance = Type.Object({
  ...KeyMetadata.properties,
  credits: ShortBalance,
});

export const showKey = operation({
  id: 'keys.show-key',
  summary: "Get a key and its account's credits",
  description:
    'For a key holder, the key in the request. For the dashboard, the account’s newest active key, else its newest key.',
  kind: 'query',
  doors: [keyDoor('GET', '/api/v1/key/info'), dashboard('GET', '/internal/key/by-account/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  example: { account_id: 'acme-42' },
  output: KeyAndBalance,
  errors: ['not_found'],

  async run(ctx) {
    const now = ctx.now();
    const [key, credits] = await Promise.all([
      ctx.key?.keyId ? ctx.ports.use(KeyNow)(ctx.key.keyId) : currentKeyOf(ctx.db, ctx.account.id, now),
      ctx.ports.use(BalanceNow)(ctx.account.id),
    ]);
    if (!key) return ctx.fail('not_found', { detail: 'This account has no key.' });

    return { ...keyOnWire(key, now), credits };
  },
});
