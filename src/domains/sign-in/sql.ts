import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export interface WebSession {
  id: string;
  account: number;
  accountId: string;
  email: string;
  name: string | null;
  provider: string;
  providerUserId: string;
  createdAt: Date;
  /** Exclusive. */
  expiresAt: Date;
}

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

export async function insertSession(db: Db, hash: string, session: WebSession): Promise<void> {
  await db
    .insertInto('web_session')
    .values({
      hash: bytesOf(hash),
      id: session.id,
      account: session.account,
      email: session.email,
      name: session.name,
      provider: session.provider,
      provider_user_id: session.providerUserId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** The session of a token, unless it has ended. */
export async function sessionByHash(db: Db, hash: string, now: Date): Promise<WebSession | null> {
  const row = await db
    .selectFrom('web_session as session')
    .innerJoin('account', 'account.id', 'session.account')
    .selectAll('session')
    .select('account.account_id')
    .where('session.hash', '=', bytesOf(hash))
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        account: row.account,
        accountId: row.account_id,
        email: row.email,
        name: row.name,
        provider: row.provider,
        providerUserId: row.provider_user_id,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    : null;
}

export async function keepSession(db: Db, hash: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('web_session')
    .set({ expires_at: expiresAt })
    .where('hash', '=', bytesOf(hash))
    .execute();
}

export async function deleteSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('web_session').where('hash', '=', bytesOf(hash)).execute();
}

/** Deletes customers' sessions that ended before then. */
export const deleteSessionsBefore = (before: Date) => (limit: number) =>
  sql`
  delete from web_session where ctid = any (array (
    select ctid from web_session where expires_at < ${before}
    order by expires_at limit ${limit} for update skip locked
  ))`;
