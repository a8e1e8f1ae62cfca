import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { beginningLike } from '#core/database/parameters.ts';
import { type KeyStatus, statusOf } from '../rules.ts';

export interface CurrentKey {
  id: string;
  prefix: string;
  status: KeyStatus;
}

/** The key that represents each account: its newest active live one, else its newest. */
export async function currentKeysOf(
  db: Db,
  accounts: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, CurrentKey>> {
  const { rows } = await sql<{
    account: number;
    id: string;
    prefix: string;
    banned_at: Date | null;
    revoked_at: Date | null;
    expires_at: Date;
  }>`
    select distinct on (account) account, id, prefix, banned_at, revoked_at, expires_at
    from api_key
    where account = any(${accounts}::bigint[]) and mode = 'live'
    order by account, (banned_at is null and revoked_at is null and expires_at > ${now}) desc, created_at desc, id desc`.execute(
    db,
  );
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
