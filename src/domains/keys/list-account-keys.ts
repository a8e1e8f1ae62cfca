import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { KeyMetadata, keyOnWire } from './shapes.ts';
import { keysOfAccount } from './sql/keys.ts';

/** Keys are created by hand, so an account has few. Older keys beyond this are omitted. */
const keysMax = 200;

export const listAccountKeys = operation({
  id: 'keys.list-account-keys',
  summary: "List an account's keys, newest first",
  kind: 'query',
  doors: [dashboard('GET', '/internal/keys/by-account/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(KeyMetadata, { maxItems: keysMax }) }),
  errors: [],

  async run(ctx) {
    const now = ctx.now();
    const keys = await keysOfAccount(ctx.db, ctx.account.id, keysMax);
    return { items: keys.map((key) => keyOnWire(key, now)) };
  },
});
