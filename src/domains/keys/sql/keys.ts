import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context, Db } from '#core/context.ts';
import { beginningLike, type HotPool } from '#core/database/parameters.ts';
import { port } from '#core/ports.ts';
import type { HeldPlan, PlanTerms } from '#domains/billing/index.ts';
import { type Key, type KeyStatus, statusOf } from '../rules.ts';

/** The key with this id at this moment, outside a transaction. Calls that come at once share a statement. */
export const KeyNow = port<(id: string) => Promise<Key | null>>('key-now');

/** The handles and plans of the key's account. Plans that only a key has count for their priority alone. */
const ofAccount = `
  array(
    select handle.kind || ' ' || handle.handle from identity_handle as handle
    where handle.account = key.account and handle.kind <> 'device'
  ) as handles,
  coalesce((
    select json_agg(json_build_object('held', kind, 'terms', terms)) from billing_plans_of(key.account)
    where kind <> 'key' or (terms -> 'priority_processing')::boolean
  ), '[]') as held_plans`;

/** The key's columns and those it needs of its account. */
const columns = `
  key.id, key.account, account.account_id, account.email, key.name, key.prefix, key.mode, key.plan, key.terms,
  key.rate_limit_per_min as own_rate, key.chosen_rate, account.rate_limit_per_min as account_rate, key.allowed_ips::text[] as allowed_ips,
  key.note, key.created_at, key.expires_at, key.banned_at, key.ban_reason, key.revoked_at, key.replaced_by, key.is_connection,
  case when key.is_connection then coalesce(
    (select coalesce(first.continues, first.id) from api_key first
      where first.account = key.account and first.mode = key.mode and not first.is_connection order by first.created_at, first.id limit 1),
    'account ' || key.account)
  else coalesce(key.continues, key.id) end as counted_as, ${ofAccount}`;

/** Keys that a person has. A connection of an agent acts with a key of its own, which isn't shown as one. */
const isShown = sql.raw('not is_connection');

interface KeyRow extends Omit<Key, 'account_plans' | 'has_priority'> {
  held_plans: { held: HeldPlan['kind']; terms: PlanTerms }[];
}

function withPlans<Row extends object>({ held_plans, ...row }: Row & Pick<KeyRow, 'held_plans'>) {
  return {
    ...row,
    account_plans: held_plans.flatMap(({ held, terms }) => (held === 'key' ? [] : terms)),
    has_priority: held_plans.some(({ terms }) => terms.priority_processing),
  };
}

const keyOf = (row: KeyRow): Key => withPlans(row);

/** Keys by the conditions of a statement, with their order and limit. */
async function keysWhere(db: Db, conditions: RawBuilder<unknown>): Promise<Key[]> {
  const { rows } = await sql<KeyRow>`
    select ${sql.raw(columns)} from api_key as key join account on account.id = key.account
    where ${conditions}`.execute(db);
  return rows.map(keyOf);
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
  const keys = await keysWhere(db, sql`key.id = any(${[...new Set(ids)]}::text[])`);
  const found = new Map(keys.map((key) => [key.id, key]));
  return ids.map((id) => found.get(id) ?? null);
}

/** The key, or the last of those that replaced it one after another. */
export async function newestInPlaceOf(db: Db, id: string): Promise<Key | null> {
  const key = await keyById(db, id);
  return key?.replaced_by ? newestInPlaceOf(db, key.replaced_by) : key;
}

/** The key, locked until the transaction ends. */
export async function lockedKeyById(db: Db, id: string): Promise<Key | null> {
  await db.selectFrom('api_key').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return keyById(db, id);
}

export async function lockedKeyOrFail(ctx: Context<'not_found'>, id: string): Promise<Key> {
  return (
    (await lockedKeyById(ctx.db, id)) ?? ctx.fail('not_found', { detail: 'No key with this id exists.' })
  );
}

const newestFirst = sql`key.created_at desc, key.id desc`;

/** The account's keys, those that work first. */
export const keysOfAccount = (db: Db, account: number, limit: number, now: Date): Promise<Key[]> =>
  keysWhere(
    db,
    sql`key.account = ${account} and ${isShown} order by ${isActive(now)} desc, ${newestFirst} limit ${limit}`,
  );

/** Where the account's keys of a mode count their requests: under its first one. Null if it has none. */
export async function sharedCountOf(db: Db, account: number, mode: Key['mode']): Promise<string | null> {
  const { rows } = await sql<{ counted_as: string }>`
    select coalesce(continues, id) as counted_as from api_key
    where account = ${account} and mode = ${mode} and ${isShown}
    order by created_at, id limit 1`.execute(db);
  return rows[0]?.counted_as ?? null;
}

/** How many of the account's keys work or would if their ban were lifted, and whether an operator must lift one. */
export async function standingOfKeys(db: Db, account: number, now: Date) {
  const liftable = sql`banned_at is not null and coalesce(ban_reason, '') <> 'replaced' and replaced_by is null`;
  const { rows } = await sql<{ kept: number; has_ban: boolean }>`
    select
      count(*) filter (
        where revoked_at is null and expires_at > ${now} and (banned_at is null or ${liftable})
      )::int as kept,
      coalesce(bool_or(${liftable}), false) as has_ban
    from api_key where account = ${account} and ${isShown}`.execute(db);
  return rows[0]!;
}

const isActive = (now: Date) =>
  sql<SqlBool>`(key.banned_at is null and key.revoked_at is null and key.expires_at > ${now})`;

/** The key that represents an account: its newest active one, else its newest. */
export async function currentKeyOf(db: Db, account: number, now: Date): Promise<Key | null> {
  const [key = null] = await keysWhere(
    db,
    sql`key.account = ${account} and key.mode = 'live' and ${isShown} order by ${isActive(now)} desc, ${newestFirst} limit 1`,
  );
  return key;
}

export interface CurrentKey extends Pick<Key, 'id' | 'prefix'> {
  status: KeyStatus;
}

/** The key that represents each account. */
export async function currentKeysOf(
  db: Db,
  accounts: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, CurrentKey>> {
  const { rows } = await sql<
    Pick<Key, 'account' | 'id' | 'prefix' | 'banned_at' | 'revoked_at' | 'expires_at'>
  >`
    select distinct on (account) account, id, prefix, banned_at, revoked_at, expires_at
    from api_key as key
    where account = any(${accounts}::bigint[]) and mode = 'live' and ${isShown}
    order by account, ${isActive(now)} desc, ${newestFirst}`.execute(db);
  return new Map(
    rows.map(({ account, id, prefix, ...state }) => [account, { id, prefix, status: statusOf(state, now) }]),
  );
}

/** Accounts with a key whose id this is, or whose prefix begins so. */
export async function accountsWithKey(db: Db, text: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ account: number }>`
    select account from api_key where id = ${text} or prefix like ${beginningLike(text)} limit ${limit}`.execute(
    db,
  );
  return rows.map(({ account }) => account);
}

/** The facts that decide on an account acting without a key. */
export interface KeylessAccount
  extends Pick<
    Key,
    'account' | 'account_id' | 'email' | 'account_rate' | 'handles' | 'account_plans' | 'has_priority'
  > {
  /** Whether a key was banned for its rate and no newer one took its place. */
  is_banned: boolean;
}

export async function keylessAccount(db: Db, account: number): Promise<KeylessAccount> {
  const { rows } = await sql<
    Omit<KeylessAccount, 'account_plans' | 'has_priority'> & Pick<KeyRow, 'held_plans'>
  >`
    select key.account, account.account_id, account.email, account.rate_limit_per_min as account_rate, ${sql.raw(ofAccount)},
      exists (
        select from api_key banned
        where banned.account = key.account and banned.mode = 'live' and banned.ban_reason = 'rate_limit' and banned.replaced_by is null
      ) as is_banned
    from (select ${account}::bigint as account) key join account on account.id = key.account`.execute(db);
  return withPlans(rows[0]!);
}

/** Whether the account has ever had a live key. */
export async function hasLiveKey(db: Db, account: number): Promise<boolean> {
  const { rows } = await sql`
    select from api_key where account = ${account} and mode = 'live' and ${isShown} limit 1`.execute(db);
  return rows.length > 0;
}

interface KeyFilter {
  email?: string | undefined;
  account_id?: string | undefined;
  /** The beginning of the shown prefix. */
  prefix: string;
  status?: KeyStatus | undefined;
  /** The last key of the previous page. */
  cursor?: string | undefined;
}

const statusConditions = (now: Date): Record<KeyStatus, ReturnType<typeof isActive>> => ({
  active: isActive(now),
  banned: sql`key.banned_at is not null and key.revoked_at is null`,
  revoked: sql`key.revoked_at is not null`,
  expired: sql`key.banned_at is null and key.revoked_at is null and key.expires_at <= ${now}`,
});

/** Newest first. */
export function listKeys(
  db: Db,
  { email, account_id, prefix, status, cursor }: KeyFilter,
  limit: number,
  now: Date,
): Promise<Key[]> {
  const conditions = [sql`${isShown}`];
  if (account_id) conditions.push(sql`account.account_id = ${account_id}`);
  if (email) conditions.push(sql`account.email = ${email}`);
  if (prefix) conditions.push(sql`key.prefix like ${beginningLike(prefix)}`);
  if (status) conditions.push(statusConditions(now)[status]);
  if (cursor) {
    conditions.push(
      sql`(key.created_at, key.id) < (select last.created_at, last.id from api_key as last where last.id = ${cursor})`,
    );
  }
  return keysWhere(db, sql`${sql.join(conditions, sql` and `)} order by ${newestFirst} limit ${limit}`);
}
