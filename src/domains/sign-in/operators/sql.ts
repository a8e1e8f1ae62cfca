import { type InferResult, type Insertable, sql } from 'kysely';
import type { OperatorRole } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import type { OperatorLinkTable, OperatorSessionTable } from '#platform/database/rows.generated.ts';
import { roleDefault } from './roles.ts';

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

/** Opens a session. One that the token already had ends. */
export async function replaceOperatorSession(
  db: Db,
  hash: string,
  session: Omit<Insertable<OperatorSessionTable>, 'hash'>,
): Promise<void> {
  await db
    .insertInto('operator_session')
    .values({ hash: bytesOf(hash), ...session })
    .onConflict((hashes) => hashes.column('hash').doUpdateSet(session))
    .execute();
}

/** The members of a session on the wire. */
const sessions = (db: Db, now: Date) =>
  db
    .selectFrom('operator_session')
    .leftJoin('operator_role', 'operator_role.email', 'operator_session.email')
    .select(['id', 'operator_session.email', 'link_from', 'created_at', 'expires_at'])
    .select(sql<OperatorRole>`coalesce(role, ${roleDefault})`.as('role'))
    .select(sql<boolean>`link is not null`.as('by_link'))
    .where('expires_at', '>', now);

export type OperatorSessionRow = InferResult<ReturnType<typeof sessions>>[number];

/** The session of a token, unless it has ended. */
export const operatorSessionByHash = (
  db: Db,
  hash: string,
  now: Date,
): Promise<OperatorSessionRow | undefined> =>
  sessions(db, now).where('hash', '=', bytesOf(hash)).executeTakeFirst();

/** Open sessions, newest first. */
export const openSessions = (db: Db, now: Date, limit: number): Promise<OperatorSessionRow[]> =>
  sessions(db, now).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();

/** Returns the address of the session, or null if there was none. */
export async function deleteOperatorSession(
  db: Db,
  by: { hash: string } | { id: string },
): Promise<string | null> {
  const deleting = db.deleteFrom('operator_session').returning('email');
  const named =
    'hash' in by ? deleting.where('hash', '=', bytesOf(by.hash)) : deleting.where('id', '=', by.id);
  return (await named.executeTakeFirst())?.email ?? null;
}

export async function insertLink(
  db: Db,
  hash: string,
  link: Omit<Insertable<OperatorLinkTable>, 'hash'>,
): Promise<void> {
  await db
    .insertInto('operator_link')
    .values({ hash: bytesOf(hash), ...link })
    .execute();
}

/** The members of a link in the list. */
const links = (db: Db, now: Date) =>
  db
    .selectFrom('operator_link')
    .select(['id', 'email', 'created_by', 'link_from', 'created_at', 'expires_at', 'used_at'])
    .select(({ exists, ref }) =>
      exists(sessions(db, now).where('link', '=', ref('operator_link.id'))).as('has_session'),
    )
    .$narrowType<{ has_session: boolean }>()
    .where('expires_at', '>', now);

/** The link of a token, unless it was used or is too old. */
export const linkByHash = (db: Db, hash: string, now: Date) =>
  links(db, now).where('hash', '=', bytesOf(hash)).where('used_at', 'is', null).executeTakeFirst();

/** Links of the last day, newest first, used ones too. */
export const recentLinks = (db: Db, now: Date, limit: number) =>
  links(db, now).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();

/** Whether the link was good until now. True for one of several concurrent callers. */
export async function takeLink(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_link')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a link and the session that it opened. Returns its address, or null if there was none. */
export async function deleteLink(db: Db, id: string): Promise<{ email: string; sessions: number } | null> {
  const link = await db
    .deleteFrom('operator_link')
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  const { numDeletedRows } = await db
    .deleteFrom('operator_session')
    .where('link', '=', id)
    .executeTakeFirst();
  return link ? { email: link.email, sessions: Number(numDeletedRows) } : null;
}
