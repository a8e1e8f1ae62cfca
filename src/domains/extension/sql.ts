import { sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { accessTokenMs, type EndReason, listedMax, refreshTokenMs, renewedAt, sessionsMax } from './rules.ts';
import type { TokenPair } from './tokens.ts';

export interface Session {
  id: string;
  account: AccountRef;
  label: string;
  createdAt: Date;
  refreshedAt: Date;
  /** Exclusive. */
  expiresAt: Date;
  endedAt: Date | null;
  endedBecause: EndReason | null;
}

interface SessionRow {
  id: string;
  account: number;
  account_id: string;
  label: string;
  created_at: Date;
  refreshed_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_because: string | null;
}

const sessionOf = (row: SessionRow): Session => ({
  id: row.id,
  account: { id: row.account, accountId: row.account_id },
  label: row.label,
  createdAt: row.created_at,
  refreshedAt: row.refreshed_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  endedBecause: row.ended_because as EndReason | null,
});

const columns = sql.raw(`
  session.id, session.account, account.account_id, session.label, session.created_at, session.refreshed_at,
  session.expires_at, session.ended_at, session.ended_because`);
const sessions = sql`extension_session as session join account on account.id = session.account`;

export interface NewSession {
  id: string;
  account: AccountRef;
  label: string;
  at: Date;
}

export async function insertSession(
  db: Db,
  { id, account, label, at }: NewSession,
  tokens: TokenPair,
): Promise<Session> {
  const expiresAt = new Date(at.getTime() + refreshTokenMs);
  await db
    .insertInto('extension_session')
    .values({ id, account: account.id, label, created_at: at, refreshed_at: at, expires_at: expiresAt })
    .execute();
  await insertTokens(db, id, tokens, at);
  return { id, account, label, createdAt: at, refreshedAt: at, expiresAt, endedAt: null, endedBecause: null };
}

async function insertTokens(
  db: Db,
  session: string,
  { access, refresh }: TokenPair,
  at: Date,
): Promise<void> {
  const row = (hash: string, livesMs: number) => ({
    hash: Buffer.from(hash, 'hex'),
    session,
    expires_at: new Date(at.getTime() + livesMs),
  });
  await db
    .insertInto('extension_token')
    .values([
      { ...row(access.hash, accessTokenMs), is_refresh: false },
      { ...row(refresh.hash, refreshTokenMs), is_refresh: true },
    ])
    .execute();
}

/** The session that an access token opens now. */
export async function sessionOfAccess(
  db: Db,
  hash: string,
  now: Date,
): Promise<Pick<Session, 'id' | 'account' | 'createdAt'> | null> {
  const { rows } = await sql<{ id: string; account: number; account_id: string; created_at: Date }>`
    select session.id, session.account, account.account_id, session.created_at
    from extension_token as token
    join extension_session as session on session.id = token.session
    join account on account.id = session.account
    where token.hash = ${Buffer.from(hash, 'hex')} and not token.is_refresh and token.expires_at > ${now}
      and session.ended_at is null`.execute(db);
  const [row] = rows;
  return row
    ? { id: row.id, account: { id: row.account, accountId: row.account_id }, createdAt: row.created_at }
    : null;
}

/** A refresh token and its session, both locked until the transaction ends, so that refreshes of a session take turns. */
export async function lockedByRefresh(
  db: Db,
  hash: string,
): Promise<{ session: Session; token: { usedAt: Date | null; expiresAt: Date } } | null> {
  const { rows } = await sql<SessionRow & { token_used_at: Date | null; token_expires_at: Date }>`
    select ${columns}, token.used_at as token_used_at, token.expires_at as token_expires_at
    from extension_token as token join ${sessions} on session.id = token.session
    where token.hash = ${Buffer.from(hash, 'hex')} and token.is_refresh
    for no key update of session, token`.execute(db);
  const [row] = rows;
  return row
    ? { session: sessionOf(row), token: { usedAt: row.token_used_at, expiresAt: row.token_expires_at } }
    : null;
}

/** The session that a refresh token belongs to. */
export async function sessionOfRefresh(
  db: Db,
  hash: string,
): Promise<Pick<Session, 'id' | 'account' | 'createdAt'> | null> {
  const { rows } = await sql<SessionRow>`
    select ${columns}
    from extension_token as token join ${sessions} on session.id = token.session
    where token.hash = ${Buffer.from(hash, 'hex')} and token.is_refresh`.execute(db);
  return rows[0] ? sessionOf(rows[0]) : null;
}

/** Marks a locked refresh token as used and adds the next pair. Access tokens from before live out their hour. */
export async function renewSession(
  db: Db,
  session: Session,
  { used, tokens, at }: { used: string; tokens: TokenPair; at: Date },
): Promise<void> {
  await sql`update extension_token set used_at = ${at} where hash = ${Buffer.from(used, 'hex')}`.execute(db);
  await insertTokens(db, session.id, tokens, at);
  await db
    .updateTable('extension_session')
    .set({ refreshed_at: at, expires_at: renewedAt(session, at).expiresAt })
    .where('id', '=', session.id)
    .execute();
}

/** Ends a session unless it has ended. Null if the account has no such session. */
export async function endSession(
  db: Db,
  { account, id, because, at }: { account: number; id: string; because: EndReason; at: Date },
): Promise<Session | null> {
  await db
    .updateTable('extension_session')
    .set({ ended_at: at, ended_because: because })
    .where('id', '=', id)
    .where('account', '=', account)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
  return sessionById(db, account, id);
}

/** Ends every live session of an account. Returns how many. */
export async function endSessions(
  db: Db,
  { account, because, at }: { account: number; because: EndReason; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('extension_session')
    .set({ ended_at: at, ended_because: because })
    .where('account', '=', account)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes room for one more session. The account must be locked: sessions minted at once would all find room. */
export async function makeRoom(db: Db, account: number, at: Date): Promise<void> {
  await sql`
    update extension_session set ended_at = ${at}, ended_because = 'over_limit'
    where id in (
      select id from extension_session
      where account = ${account} and ended_at is null and expires_at > ${at}
      order by refreshed_at desc, id desc offset ${sessionsMax - 1}
    )`.execute(db);
  await sql`
    delete from extension_session where id in (
      select id from extension_session
      where account = ${account} and (ended_at is not null or expires_at <= ${at})
      order by created_at desc, id desc offset ${listedMax - sessionsMax}
    )`.execute(db);
}

export async function sessionById(db: Db, account: number, id: string): Promise<Session | null> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from ${sessions} where session.id = ${id} and session.account = ${account}`.execute(db);
  return rows[0] ? sessionOf(rows[0]) : null;
}

/** Live ones first, then newest first. */
export async function sessionsOfAccount(db: Db, account: number, now: Date): Promise<Session[]> {
  const { rows } = await sql<SessionRow>`
    select ${columns} from ${sessions}
    where session.account = ${account}
    order by session.ended_at is null and session.expires_at > ${now} desc, session.created_at desc, session.id desc
    limit ${listedMax}`.execute(db);
  return rows.map(sessionOf);
}

/** Deletes sessions, with their tokens, that expired before then. */
export const deleteSessionsBefore = (before: Date) => (limit: number) =>
  sql`
  delete from extension_session where ctid = any (array (
    select ctid from extension_session where expires_at < ${before}
    order by expires_at limit ${limit} for update skip locked
  ))`;

export const deleteTokensBefore = (before: Date) => (limit: number) =>
  sql`
  delete from extension_token where ctid = any (array (
    select ctid from extension_token where expires_at < ${before}
    order by expires_at limit ${limit} for update skip locked
  ))`;
