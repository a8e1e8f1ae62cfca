import { sql, type UpdateObject } from 'kysely';
import type { Context, Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import { noPlan } from '#domains/billing/index.ts';
import type { Database } from '#platform/database/rows.generated.ts';
import { newKey } from '../keyring/key-text.ts';
import { Keyring } from '../keyring/keyring.ts';
import { isLiftable, type Key } from '../rules.ts';
import { keyById } from './keys.ts';

export interface KeyToIssue extends Pick<Key, 'account' | 'mode' | 'plan' | 'terms'> {
  /** Null leaves it to the account and the plan. */
  rate_limit_per_min?: number | null;
  /** Null: no rate of its own. */
  chosen_rate?: number | null;
  /** CIDRs. None allows every address. */
  allowed_ips?: readonly string[];
  note?: string;
  name?: string;
  /** Null for a key that never expires. */
  expires_at?: Date | null;
  /** The key it replaces. The new key takes over a ban that an operator may lift. */
  instead?: Key;
  /** The id under which it counts its requests, if it replaces none. */
  countedAs?: string | null;
}

/** The key that a connection of an agent acts with, under the connection's id. Its text is thrown away. */
export async function issueConnectionKey(
  db: Db,
  { id, account, name }: { id: string; account: number; name: string },
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      ...{ id, account, name, mode: 'live', plan: noPlan, is_connection: true },
      hash: Buffer.from(newKey('live').hash, 'hex'),
      prefix: id.slice(0, 12),
    })
    .execute();
}

/** Creates a key. `text` is its only copy. */
export async function issueKey(
  db: Db,
  { allowed_ips = [], expires_at, instead, countedAs = null, ...columns }: KeyToIssue,
): Promise<{ key: Key; text: string; hash: string }> {
  const { text, hash, prefix } = newKey(columns.mode);
  const { id } = await db
    .insertInto('api_key')
    .values({
      ...columns,
      id: newId('key'),
      hash: Buffer.from(hash, 'hex'),
      prefix,
      allowed_ips: sql`${[...allowed_ips]}::cidr[]`,
      expires_at: expires_at ?? 'infinity',
      continues: instead?.counted_as ?? countedAs,
      ...(instead && isLiftable(instead)
        ? { banned_at: instead.banned_at, ban_reason: instead.ban_reason }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { key: (await keyById(db, id))!, text, hash };
}

/** Deletes keys of connections, and the connections with them. */
export const dropConnectionKeys = async (db: Db, ids: readonly string[]): Promise<void> => {
  await sql`delete from api_key where id = any (${ids}::text[]) and is_connection`.execute(db);
};

/** Changes columns of a key, and makes this process forget it once that is committed. Others hear of it from the database. */
export async function updateKey(
  ctx: Pick<Context, 'db' | 'ports' | 'afterCommit'>,
  id: string,
  changes: UpdateObject<Database, 'api_key'>,
): Promise<Key> {
  const { hash } = await ctx.db
    .updateTable('api_key')
    .set(changes)
    .where('id', '=', id)
    .returning(sql<string>`encode(hash, 'hex')`.as('hash'))
    .executeTakeFirstOrThrow();
  ctx.afterCommit(() => ctx.ports.use(Keyring).forget('key_changed', hash));
  return (await keyById(ctx.db, id))!;
}
