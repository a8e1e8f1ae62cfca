import { type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { beginningLike, type HotPool } from '#core/database/parameters.ts';
import { port } from '#core/ports.ts';
import { planById } from '#domains/billing/index.ts';
import type { KeyMode, NewKey } from '../keyring/key-text.ts';
import { isLiftable, type Key, type KeyStatus } from '../rules.ts';

/** The key with this id at this moment, outside a transaction. Calls that come at once share a statement. */
export const KeyNow = port<(id: string) => Promise<Key | null>>('key-now');

/** The key's columns and those it needs of its account. */
const columns = `
  key.id, key.account, account.account_id, account.email, key.prefix, key.mode, key.plan,
  key.rate_limit_per_min as own_rate, account.rate_limit_per_min as account_rate, key.allowed_ips::text[] as allowed_ips,
  key.note, key.created_at, key.expires_at, key.banned_at, key.ban_reason, key.revoked_at, key.replaced_by,
  coalesce(key.continues, key.id) as counted_as,
  array(
    select handle.kind || ' ' || handle.handle from identity_handle as handle
    where handle.account = key.account and handle.kind <> 'device'
  ) as handles,
  array(select kind || ' ' || plan from billing_plans_of(key.account)) as held_plans`;

const keyColumns = sql.raw(columns);
const keysWithAccounts = sql`api_key as key join account on account.id = key.account`;

interface KeyRow extends Omit<Key, 'account_plans' | 'has_priority'> {
  /** Each as its kind, a space and its id. */
  held_plans: string[];
}

function keyOf({ held_plans, ...row }: KeyRow): Key {
  const plans = held_plans.map((text) => text.split(' '));
  return {
    ...row,
    account_plans: plans.flatMap(([kind, id]) => (kind === 'key' ? [] : id!)),
    has_priority: plans.some(([, id]) => planById(id!)?.priority_processing),
  };
}

const keysByHashText = `
  select asked.hash, ${columns}
  from unnest($1::text[]) as asked (hash)
  join api_key as key on key.hash = decode(asked.hash, 'hex')
  join account on account.id = key.account`;

/** The keys with these hashes, in order. Null for a hash that no key has. */
export async function keysByHash(pool: HotPool, hashes: readonly string[]): Promise<(Key | null)[]> {
  const { rows } = await pool.query<KeyRow & { hash: string }>({
    name: 'keys_by_hash',
    text: keysByHashText,
    values: [hashes],
  });
  const found = new Map(rows.map(({ hash, ...row }) => [hash, keyOf(row)]));
  return hashes.map((hash) => found.get(hash) ?? null);
}

export const keyById = async (db: Db, id: string): Promise<Key | null> => (await keysById(db, [id]))[0]!;

/** The keys with these ids, in order. Null for an id that no key has. */
export async function keysById(db: Db, ids: readonly string[]): Promise<(Key | null)[]> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from ${keysWithAccounts}
    where key.id = any(${[...new Set(ids)]}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, keyOf(row)]));
  return ids.map((id) => found.get(id) ?? null);
}

/** The key, or the last of those that replaced it one after another. */
export async function newestInPlaceOf(db: Db, id: string): Promise<Key | null> {
  const key = await keyById(db, id);
  return key?.replaced_by ? newestInPlaceOf(db, key.replaced_by) : key;
}

/** The same, with the key locked until the transaction ends. */
export async function lockedKeyById(db: Db, id: string): Promise<Key | null> {
  await db.selectFrom('api_key').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return keyById(db, id);
}

/** Newest first. */
export async function keysOfAccount(db: Db, account: number, limit: number): Promise<Key[]> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from ${keysWithAccounts}
    where key.account = ${account}
    order by key.created_at desc, key.id desc
    limit ${limit}`.execute(db);
  return rows.map(keyOf);
}

const isActive = (now: Date) =>
  sql<SqlBool>`(key.banned_at is null and key.revoked_at is null and key.expires_at > ${now})`;

/** The key that represents an account: its newest active one, else its newest. */
export async function currentKeyOf(db: Db, account: number, now: Date): Promise<Key | null> {
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from ${keysWithAccounts}
    where key.account = ${account} and key.mode = 'live'
    order by ${isActive(now)} desc, key.created_at desc, key.id desc
    limit 1`.execute(db);
  return rows[0] ? keyOf(rows[0]) : null;
}

export interface KeyFilter {
  email?: string | undefined;
  accountId?: string | undefined;
  /** The beginning of the shown prefix. */
  prefix?: string | undefined;
  status?: KeyStatus | undefined;
  /** The last key of the previous page. */
  after?: string | undefined;
  limit: number;
  now: Date;
}

const statusConditions = (now: Date): Record<KeyStatus, ReturnType<typeof isActive>> => ({
  active: isActive(now),
  banned: sql`key.banned_at is not null and key.revoked_at is null`,
  revoked: sql`key.revoked_at is not null`,
  expired: sql`key.banned_at is null and key.revoked_at is null and key.expires_at <= ${now}`,
});

/** Newest first. */
export async function listKeys(
  db: Db,
  { email, accountId, prefix, status, after, limit, now }: KeyFilter,
): Promise<Key[]> {
  const conditions = [sql`true`];
  if (accountId) conditions.push(sql`account.account_id = ${accountId}`);
  if (email) conditions.push(sql`account.email = ${email}`);
  if (prefix) conditions.push(sql`key.prefix like ${beginningLike(prefix)}`);
  if (status) conditions.push(statusConditions(now)[status]);
  if (after) {
    conditions.push(
      sql`(key.created_at, key.id) < (select last.created_at, last.id from api_key as last where last.id = ${after})`,
    );
  }
  const { rows } = await sql<KeyRow>`
    select ${keyColumns} from ${keysWithAccounts}
    where ${sql.join(conditions, sql` and `)}
    order by key.created_at desc, key.id desc
    limit ${limit}`.execute(db);
  return rows.map(keyOf);
}

export interface KeyToInsert {
  id: string;
  account: number;
  made: NewKey;
  mode: KeyMode;
  plan: string;
  ownRate: number | null;
  allowedCidrs: readonly string[];
  note: string;
  /** Null for a key that never expires. */
  expiresAt: Date | null;
  /** The key it replaces. The new key takes over a ban that an operator may lift. */
  instead?: Key;
}

export async function insertKey(db: Db, key: KeyToInsert): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      id: key.id,
      account: key.account,
      hash: Buffer.from(key.made.hash, 'hex'),
      prefix: key.made.prefix,
      mode: key.mode,
      plan: key.plan,
      rate_limit_per_min: key.ownRate,
      allowed_ips: sql`${[...key.allowedCidrs]}::cidr[]`,
      note: key.note,
      expires_at: key.expiresAt ?? 'infinity',
      continues: key.instead?.counted_as ?? null,
      ...(key.instead && isLiftable(key.instead)
        ? { banned_at: key.instead.banned_at, ban_reason: key.instead.ban_reason }
        : {}),
    })
    .execute();
}

/** Bans a key in favour of a newer one and returns its hash. An earlier ban keeps its time and reason. */
export async function replaceKey(db: Db, id: string, newer: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    update api_key
    set banned_at = coalesce(banned_at, clock_timestamp()), ban_reason = coalesce(ban_reason, 'replaced'),
      replaced_by = ${newer}
    where id = ${id}
    returning encode(hash, 'hex') as hash`.execute(db);
  return rows[0]!.hash;
}
