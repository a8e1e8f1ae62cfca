import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

export interface OperatorSession {
  email: string;
  byLink: boolean;
  createdAt: Date;
  /** Exclusive. */
  expiresAt: Date;
}

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

export async function insertOperatorSession(db: Db, hash: string, session: OperatorSession): Promise<void> {
  await db
    .insertInto('operator_session')
    .values({
      hash: bytesOf(hash),
      email: session.email,
      by_link: session.byLink,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** The session of a token, unless it has ended. */
export async function operatorSessionByHash(
  db: Db,
  hash: string,
  now: Date,
): Promise<OperatorSession | null> {
  const row = await db
    .selectFrom('operator_session')
    .selectAll()
    .where('hash', '=', bytesOf(hash))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row
    ? { email: row.email, byLink: row.by_link, createdAt: row.created_at, expiresAt: row.expires_at }
    : null;
}

/** Whether there was one. */
export async function deleteOperatorSession(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('operator_session')
    .where('hash', '=', bytesOf(hash))
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

export interface OperatorLink {
  createdBy: string;
  createdAt: Date;
  /** Exclusive. */
  expiresAt: Date;
}

export async function insertLink(db: Db, hash: string, link: OperatorLink): Promise<void> {
  await db
    .insertInto('operator_link')
    .values({
      hash: bytesOf(hash),
      created_by: link.createdBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Whether the link was good until now. Of callers that use it at once, one wins. */
export async function takeLink(db: Db, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_link')
    .set({ used_at: now })
    .where('hash', '=', bytesOf(hash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
