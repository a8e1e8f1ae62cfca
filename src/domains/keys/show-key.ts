import { Type } from 'typebox';
import { dashboard, key as keyDoor } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { KeyMetadata, keyOnWire } from './shapes.ts';
import { currentKeyOf } from './sql/keys.ts';

const KeyAndBalance = Type.Object({
  ...KeyMetadata.properties,
  credits: Type.Object({
    balance: Type.Integer({ description: 'Credits available to spend now.' }),
    held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
    next_expiry: Type.Union(
      [Type.Object({ at: Type.String({ format: 'date-time' }), credits: Type.Integer() }), Type.Null()],
      { description: 'When the next credits expire, and how many. Null if none expire.' },
    ),
  }),
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
  output: KeyAndBalance,
  errors: ['not_found'],

  async run(ctx) {
    const now = ctx.now();
    const [key, { available, held, nextExpiry }] = await Promise.all([
      ctx.key ? ctx.ports.key(ctx.key.keyId) : currentKeyOf(ctx.db, ctx.account.id, now),
      ctx.ports.balance(ctx.account.id),
    ]);
    if (!key) return ctx.fail('not_found', { detail: 'This account has no key.' });

    return {
      ...keyOnWire(key, now),
      credits: {
        balance: available,
        held,
        next_expiry: nextExpiry && { at: nextExpiry.at.toISOString(), credits: nextExpiry.credits },
      },
    };
  },
});
