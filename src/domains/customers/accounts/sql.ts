import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { beginningLike } from '#core/database/parameters.ts';
import { orderIn, rowsOf } from '#core/database/statement.ts';
import { accountsWithMailbox, accountsWithMailboxLike, lockedAccounts } from '#domains/identity/index.ts';
import { type NumberState, numberCondition } from '#domains/whatsapp/index.ts';
import type { AccountTable } from '#platform/database/rows.generated.ts';

export type FoundAccount = Pick<
  Selectable<AccountTable>,
  'id' | 'account_id' | 'email' | 'rate_limit_per_min' | 'created_at' | 'closed_at'
>;

export interface AccountFilter {
  account_id?: string;
  /** Normalised. */
  email?: string;
  beginning?: Beginning | undefined;
  locked?: boolean | undefined;
  rate?: 'set' | 'unset' | number | undefined;
  whatsapp?: NumberState | `+${string}` | undefined;
}

/** One of these accounts. With a text, also those whose account_id, email or its domain begins with it. */
export interface Beginning {
  among: readonly number[];
  orText: string | null;
}

export interface AccountPage {
  now: Date;
  order: 'newest' | 'oldest';
  limit: number;
  offset: number;
}

export const accountsWhere = (
  db: Db,
  filter: AccountFilter,
  { now, order, limit, offset }: AccountPage,
): Promise<FoundAccount[]> =>
  rowsOf<FoundAccount>(db)`
    select account.id, account.account_id, account.email, account.rate_limit_per_min, account.created_at,
      account.closed_at
    from account
    where ${sql.join(conditionsOf(filter, now), sql` and `)}
    order by account.id ${orderIn(order).direction}
    limit ${limit} offset ${offset}`;

function conditionsOf(
  { account_id, email, beginning, locked, rate, whatsapp }: AccountFilter,
  now: Date,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (account_id) conditions.push(sql`account.account_id = ${account_id}`);
  if (email)
    conditions.push(sql`account.id in (
      select other.id from account as other where other.email = ${email} union all ${accountsWithMailbox(email)})`);
  if (beginning) conditions.push(beginsWith(beginning));
  if (locked !== undefined) {
    const among = sql`account.id in (select locked.account from (${lockedAccounts(now)}) as locked)`;
    conditions.push(locked ? among : sql`not (${among})`);
  }
  if (rate === 'set') conditions.push(sql`account.rate_limit_per_min is not null`);
  else if (rate === 'unset') conditions.push(sql`account.rate_limit_per_min is null`);
  else if (rate !== undefined) conditions.push(sql`account.rate_limit_per_min = ${rate}`);
  if (whatsapp) conditions.push(numberCondition(whatsapp));
  return conditions;
}

/** A leading `@` means the domain of an email. */
const beginningsOf = (text: string): RawBuilder<unknown>[] => {
  const pattern = beginningLike(text.toLowerCase());
  const ofDomain = beginningLike(text.toLowerCase().replace(/^@/, ''));
  return [
    sql`lower(account.account_id) like ${pattern}`,
    sql`account.email is not null and lower(account.email) like ${pattern}`,
    sql`account.email is not null and lower(split_part(account.email, '@', -1)) like ${ofDomain}`,
  ];
};

/**
 * The accounts whose account_id, email or its domain begins with the text, or null if they are more than `limit`. One query for each
 * index: with `or` and an order, PostgreSQL walks through all accounts.
 */
export async function accountsBeginning(db: Db, text: string, limit: number): Promise<number[] | null> {
  const parts = [
    ...beginningsOf(text).map(
      (condition) => sql`(select id from account where ${condition} limit ${limit + 1})`,
    ),
    sql`(${accountsWithMailboxLike(text)} limit ${limit + 1})`,
  ];
  const { rows } = await sql<{ id: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows.length > limit ? null : rows.map(({ id }) => id);
}

function beginsWith({ among, orText }: Beginning): RawBuilder<unknown> {
  const isAmong = sql`account.id = any(${among}::bigint[])`;
  const texts =
    orText === null ? [] : [...beginningsOf(orText), sql`account.id in (${accountsWithMailboxLike(orText)})`];
  return sql`(${sql.join([isAmong, ...texts.map((each) => sql`(${each})`)], sql` or `)})`;
}
