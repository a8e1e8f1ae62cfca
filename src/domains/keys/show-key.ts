import { Type } from 'typebox';
import { dashboard, key as keyDoor } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { KeyMetadata, keyOnWire } from './shapes.ts';
import { currentKeyOf, keyById } from './sql/keys.ts';

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
    const key = ctx.key
      ? await keyById(ctx.db, ctx.key.keyId)
      : await currentKeyOf(ctx.db, ctx.account.id, now);
    if (!key) return ctx.fail('not_found', { detail: 'This account has no key.' });

    const { available, held, nextExpiry } = await balanceOf(ctx.db, ctx.account.id);
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
