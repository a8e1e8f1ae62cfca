import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull, orNull } from '#core/shapes.ts';
import { KeyMetadata, keyOnWire } from '../shapes.ts';
import { lastUsesOf } from '../sql/key-uses.ts';
import { keysOfAccount } from '../sql/keys.ts';

/** Keys are created by hand, so an account has few. Older ones that no longer work are omitted beyond this. */
const keysMax = 200;

const ListedKey = Type.Object({
  ...KeyMetadata.properties,
  last_used_at: instantOrNull('When a request last came with the key, to the minute. Null if none has.'),
  replaced_by: orNull(Type.String(), 'The `id` of the key that replaced it.'),
});

export const listAccountKeys = operation({
  id: 'keys.list-account-keys',
  summary: "List an account's keys, newest first",
  kind: 'query',
  doors: [dashboard('GET', '/internal/keys/by-account/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(ListedKey, { maxItems: keysMax }) }),
  errors: [],

  async run(ctx) {
    const now = ctx.now();
    const keys = await keysOfAccount(ctx.db, ctx.account.id, keysMax, now);
    const uses = await lastUsesOf(
      ctx.db,
      keys.map(({ id }) => id),
    );
    const newestFirst = keys.toSorted((one, other) => Number(other.created_at) - Number(one.created_at));
    return {
      items: newestFirst.map((key) => ({
        ...keyOnWire(key, now),
        last_used_at: uses.get(key.id) ?? null,
        replaced_by: key.replaced_by,
      })),
    };
  },
});
