import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Columns that sessions and links share. */
interface Pass {
  /** Identifies it in lists. Grants nothing. */
  id: string;
  /** The only address that it is for. */
  email: string;
  /** The operator who made the link in the console. Null without a link, and for a link made with the admin secret. */
  linkFrom: string | null;
  createdAt: Date;
  /** Exclusive. */
  expiresAt: Date;
}

export interface OperatorSession extends Pass {
  /** The link that opened it, or null. */
  link: string | null;
}

export interface OperatorLink extends Pass {
  createdBy: string;
  usedAt: Date | null;
}

export interface ListedLink extends OperatorLink {
  /** Whether the session that it opened is open. */
  hasSession: boolean;
}

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

export async function insertOperatorSession(
  db: Db,
  hash: string,
  { id, email, link, linkFrom, createdAt, expiresAt }: OperatorSession,
): Promise<void> {
  const times = { created_at: createdAt, expires_at: expiresAt };
  const row = { hash: bytesOf(hash), id, email, link, link_from: linkFrom, ...times };
  await db.insertInto('operator_session').values(row).execute();
}

const sessions = (db: Db, now: Date) =>
  db
    .selectFrom('operator_session')
    .select([
      'id',
      'email',
      'link',
      'link_from as linkFrom',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', now);

/** The session of a token, unless it has ended. */
export const operatorSessionByHash = async (
  db: Db,
  hash: string,
  now: Date,
): Promise<OperatorSession | null> =>
  (await sessions(db, now).where('hash', '=', bytesOf(hash)).executeTakeFirst()) ?? null;

/** Those that are open, newest first. */
export const openSessions = (db: Db, now: Date, limit: number): Promise<OperatorSession[]> =>
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
  { id, email, createdBy, linkFrom, createdAt, expiresAt }: OperatorLink,
): Promise<void> {
  const times = { created_at: createdAt, expires_at: expiresAt };
  const row = { hash: bytesOf(hash), id, email, created_by: createdBy, link_from: linkFrom, ...times };
  await db.insertInto('operator_link').values(row).execute();
}

const links = (db: Db, now: Date) =>
  db
    .selectFrom('operator_link')
    .select(['id', 'email', 'created_by as createdBy', 'link_from as linkFrom', 'used_at as usedAt'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where('expires_at', '>', now);

/** The link of a token, unless it was used or is too old. */
export const linkByHash = async (db: Db, hash: string, now: Date): Promise<OperatorLink | null> =>
  (await links(db, now).where('hash', '=', bytesOf(hash)).where('used_at', 'is', null).executeTakeFirst()) ??
  null;

/** Those of the last day, newest first, used ones too. */
export const recentLinks = (db: Db, now: Date, limit: number): Promise<ListedLink[]> =>
  links(db, now)
    .select(({ exists, ref }) =>
      exists(sessions(db, now).where('link', '=', ref('operator_link.id'))).as('hasSession'),
    )
    .$narrowType<{ hasSession: boolean }>()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Whether the link was good until now. Of callers that use it at once, one wins. */
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

export const deleteOperatorSessionsBefore = (before: Date) => (limit: number) =>
  sql`
  delete from operator_session where ctid = any (array (
    select ctid from operator_session where expires_at < ${before}
    order by expires_at limit ${limit} for update skip locked
  ))`;

export const deleteLinksBefore = (before: Date) => (limit: number) =>
  sql`
  delete from operator_link where ctid = any (array (
    select ctid from operator_link where expires_at < ${before}
    order by expires_at limit ${limit} for update skip locked
  ))`;
