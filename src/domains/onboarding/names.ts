import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { beginningLike } from '#core/database/parameters.ts';

/** The name on each account's invoices. Accounts without a business profile are missing. */
export async function namesOf(db: Db, accounts: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ account: number; name: string }>`
    select distinct on (account) account, coalesce(nullif(business_name, ''), first_name || ' ' || last_name) as name
    from business_profile
    where account = any(${accounts}::bigint[])
    order by account, id desc`.execute(db);
  return new Map(rows.map(({ account, name }) => [account, name]));
}

/** Accounts that have or had a profile with this GSTIN. */
export async function accountsWithGstin(db: Db, gstin: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ account: number }>`
    select distinct account from business_profile where gstin = ${gstin.toUpperCase()} limit ${limit}`.execute(
    db,
  );
  return rows.map(({ account }) => account);
}

/** Accounts that have or had a profile with such a business name, first name, last name, or both with a space between them. */
export async function accountsNamedLike(db: Db, beginning: string, limit: number): Promise<number[]> {
  const [first = '', ...rest] = beginning.toLowerCase().split(' ');
  const whole = beginningLike(beginning.toLowerCase());
  const { rows } = await sql<{ account: number }>`
    select account from business_profile
    where lower(first_name) like ${whole} or lower(last_name) like ${whole}
      or (business_name <> '' and lower(business_name) like ${whole})
      or (${rest.length > 0} and lower(first_name) = ${first} and lower(last_name) like ${beginningLike(rest.join(' '))})
    limit ${limit}`.execute(db);
  return rows.map(({ account }) => account);
}
