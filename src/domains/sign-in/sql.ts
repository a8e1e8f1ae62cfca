import type { Insertable } from 'kysely';
import type { Db } from '#core/context.ts';
import type { WebSessionTable } from '#platform/database/rows.generated.ts';

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

/** Opens a session. One that the token already had ends. */
export async function replaceSession(
  db: Db,
  hash: string,
  session: Omit<Insertable<WebSessionTable>, 'hash'>,
): Promise<void> {
  await db
    .insertInto('web_session')
    .values({ hash: bytesOf(hash), ...session })
    .onConflict((hashes) => hashes.column('hash').doUpdateSet(session))
    .execute();
}

/** The session of a token, unless it has ended. */
export const sessionByHash = (db: Db, hash: string, now: Date) =>
  db
    .selectFrom('web_session as session')
    .innerJoin('account', 'account.id', 'session.account')
    .select(['session.id', 'account.account_id', 'session.email', 'session.name'])
    .select(['session.provider', 'session.provider_user_id', 'session.created_at', 'session.expires_at'])
    .where('session.hash', '=', bytesOf(hash))
    .where('session.expires_at', '>', now)
    .executeTakeFirst();

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

/** The open sessions of an account on the pages. */
export async function sessionsOfAccount(db: Db, account: number, now: Date): Promise<number> {
  const { sessions } = await db
    .selectFrom('web_session')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .where('account', '=', account)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(sessions);
}

/** Ends the sessions of an account on the pages. */
export async function endSessionsOfAccount(db: Db, account: number): Promise<void> {
  await db.deleteFrom('web_session').where('account', '=', account).execute();
}
