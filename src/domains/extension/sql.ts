import { type Selectable, sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { fieldOf, rowOrNull, rowsOf } from '#core/database/statement.ts';
import type { ExtensionSessionTable } from '#platform/database/rows.generated.ts';
import type { TokenPair } from '#values/token-pair.ts';
import { accessTokenMs, type EndReason, listedMax, refreshTokenMs, renewedAt, sessionsMax } from './rules.ts';

/** `expires_at` is exclusive. */
export type SessionRow = Selectable<ExtensionSessionTable> & {
  account_id: string;
  ended_because: EndReason | null;
};

const columns = sql.raw(`
  session.id, session.account, account.account_id, session.label, session.created_at, session.refreshed_at,
  session.expires_at, session.ended_at, session.ended_because`);
const sessions = sql`extension_session as session join account on account.id = session.account`;
const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

export async function insertSession(
  db: Db,
  { id, account, label, at }: { id: string; account: AccountRef; label: string; at: Date },
  tokens: TokenPair,
) {
  const session = renewedAt({ id }, at);
  await db
    .insertInto('extension_session')
    .values({ ...session, account: account.id, label, created_at: at })
    .execute();
  await insertTokens(db, id, tokens, at);
  return { ...session, account_id: account.account_id };
}

async function insertTokens(
  db: Db,
  session: string,
  { access, refresh }: TokenPair,
  at: Date,
): Promise<void> {
  const row = (hash: string, livesMs: number) => ({
    hash: bytesOf(hash),
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
export async function sessionOfAccess(db: Db, hash: string, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${columns}
    from extension_token as token join ${sessions} on session.id = token.session
    where token.hash = ${bytesOf(hash)} and not token.is_refresh and token.expires_at > ${now}
      and session.ended_at is null`.execute(db);
  return rows[0];
}

/** A session with one of its refresh tokens. */
type SessionByToken = SessionRow & { token_used_at: Date | null; token_expires_at: Date };

const byRefresh = (hash: string) => sql<SessionByToken>`
  select ${columns}, token.used_at as token_used_at, token.expires_at as token_expires_at
  from extension_token as token join ${sessions} on session.id = token.session
  where token.hash = ${bytesOf(hash)} and token.is_refresh`;

/** The session that a refresh token belongs to. */
export const sessionOfRefresh = async (db: Db, hash: string): Promise<SessionRow | undefined> =>
  (await byRefresh(hash).execute(db)).rows[0];

/** The same, with both rows locked until the transaction ends, so that refreshes of a session take turns. */
export const lockedByRefresh = async (db: Db, hash: string): Promise<SessionByToken | undefined> =>
  (await sql<SessionByToken>`${byRefresh(hash)} for no key update of session, token`.execute(db)).rows[0];

/** Marks a locked refresh token as used and adds the next pair. Access tokens from before live out their hour. */
export async function renewSession(
  db: Db,
  { id }: Pick<SessionRow, 'id'>,
  { used, tokens, at }: { used: string; tokens: TokenPair; at: Date },
): Promise<void> {
  await sql`update extension_token set used_at = ${at} where hash = ${bytesOf(used)}`.execute(db);
  await insertTokens(db, id, tokens, at);
  await db.updateTable('extension_session').set(renewedAt({}, at)).where('id', '=', id).execute();
}

interface End {
  account: number;
  because: EndReason;
  at: Date;
}

const endingLive = (db: Db, { account, because, at }: End) =>
  db
    .updateTable('extension_session')
    .set({ ended_at: at, ended_because: because })
    .where('account', '=', account)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at);

/** Ends a session unless it has ended. Null if the account has no such session. */
export async function endSession(db: Db, { id, ...end }: End & { id: string }): Promise<SessionRow | null> {
  await endingLive(db, end).where('id', '=', id).execute();
  return sessionById(db, end.account, id);
}

/** Ends every live session of an account. Returns how many. */
export async function endSessions(db: Db, end: End): Promise<number> {
  return Number((await endingLive(db, end).executeTakeFirst()).numUpdatedRows);
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

export const sessionById = (db: Db, account: number, id: string): Promise<SessionRow | null> =>
  rowOrNull<SessionRow>(db)`
    select ${columns} from ${sessions} where session.id = ${id} and session.account = ${account}`;

/** Live ones first, then newest first. */
export const sessionsOfAccount = (db: Db, account: number, now: Date): Promise<SessionRow[]> =>
  rowsOf<SessionRow>(db)`
    select ${columns} from ${sessions}
    where session.account = ${account}
    order by session.ended_at is null and session.expires_at > ${now} desc, session.created_at desc, session.id desc
    limit ${listedMax}`;

/** The live sessions of an account's extensions. */
export const liveSessionsOf = (db: Db, account: number, at: Date): Promise<number> =>
  fieldOf<number>(db)`
    select count(*)::integer as sessions from extension_session
    where account = ${account} and ended_at is null and expires_at > ${at}`;
