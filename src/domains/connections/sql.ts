import { type Selectable, sql } from 'kysely';
import type { AgentScope } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { fieldOf, rowOrNull, rowsOf, run } from '#core/database/statement.ts';
import type { AgentCodeTable, AgentConnectionTable } from '#platform/database/rows.generated.ts';
import type { TokenPair } from '#values/token-pair.ts';
import { accessTokenMs, connectionsMax, type EndReason, listedMax, refreshTokenMs } from './rules.ts';

/** A connection with the state of its key. `expires_at` is exclusive. */
export type ConnectionRow = Omit<Selectable<AgentConnectionTable>, 'scopes' | 'ended_because'> & {
  scopes: AgentScope[];
  ended_because: EndReason | null;
  banned_at: Date | null;
  revoked_at: Date | null;
};

const columns = sql`
  connection.id, connection.account, connection.client_id, connection.client_name, connection.client_host,
  connection.redirect_uri, connection.scopes, connection.created_at, connection.renewed_at, connection.expires_at,
  connection.ended_at, connection.ended_because, key.banned_at, key.revoked_at`;
const connections = sql`agent_connection as connection join api_key as key on key.id = connection.id`;
const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');
const isLive = (at: Date) => sql`connection.ended_at is null and connection.expires_at > ${at}`;

/** A person's consent, until the agent takes it. */
export type CodeRow = Omit<Selectable<AgentCodeTable>, 'scopes' | 'hash'> & { scopes: AgentScope[] };

export async function keepCode(
  db: Db,
  { hash, scopes, ...code }: Omit<CodeRow, 'connection'> & { hash: string },
): Promise<void> {
  await db
    .insertInto('agent_code')
    .values({ ...code, hash: bytesOf(hash), scopes: [...scopes] })
    .execute();
}

/** The code, locked until the transaction ends. */
export const lockedCode = (db: Db, hash: string): Promise<CodeRow | null> =>
  rowOrNull<CodeRow>(db)`
    select account, client_id, client_name, client_host, redirect_uri, challenge, scopes, credits_per_day, created_at, expires_at,
      connection
    from agent_code where hash = ${bytesOf(hash)} for update`;

export const useCode = (db: Db, hash: string, connection: string): Promise<void> =>
  run(db)`update agent_code set connection = ${connection} where hash = ${bytesOf(hash)}`;

export const dropCode = (db: Db, hash: string): Promise<void> =>
  run(db)`delete from agent_code where hash = ${bytesOf(hash)}`;

/** Deletes the account's oldest codes beyond this many. */
export const dropCodes = (db: Db, account: number, kept: number): Promise<void> =>
  run(db)`
    delete from agent_code where hash in (
      select hash from agent_code where account = ${account} order by created_at desc, hash offset ${kept}
    )`;

type NewConnection = Pick<
  ConnectionRow,
  'id' | 'account' | 'client_id' | 'client_name' | 'client_host' | 'redirect_uri' | 'scopes'
> & { at: Date };

/** Its key must exist. */
export async function insertConnection(
  db: Db,
  { at, scopes, ...connection }: NewConnection,
  tokens: TokenPair,
): Promise<void> {
  await db
    .insertInto('agent_connection')
    .values({ ...connection, scopes: [...scopes], created_at: at, ...renewedAt(at) })
    .execute();
  await insertTokens(db, connection.id, tokens, at);
}

const renewedAt = (at: Date) => ({ renewed_at: at, expires_at: new Date(at.getTime() + refreshTokenMs) });

async function insertTokens(
  db: Db,
  connection: string,
  { access, refresh }: TokenPair,
  at: Date,
): Promise<void> {
  const row = (hash: string, livesMs: number) => ({
    hash: bytesOf(hash),
    connection,
    expires_at: new Date(at.getTime() + livesMs),
  });
  await db
    .insertInto('agent_token')
    .values([
      { ...row(access.hash, accessTokenMs), is_refresh: false },
      { ...row(refresh.hash, refreshTokenMs), is_refresh: true },
    ])
    .execute();
}

/** A token with its connection. */
export interface TokenRow extends Pick<ConnectionRow, 'id' | 'scopes' | 'created_at'> {
  /** The token's, exclusive. */
  expires_at: Date;
  /** The hash of the connection's key, in hexadecimal. Its changes are announced by it. */
  key_hash: string;
}

const tokensText = `
  select asked.hash, connection.id, connection.scopes, connection.created_at, token.expires_at, encode(key.hash, 'hex') as key_hash
  from unnest($1::text[]) as asked (hash)
  join agent_token as token on token.hash = decode(asked.hash, 'hex') and not token.is_refresh
  join agent_connection as connection on connection.id = token.connection and connection.ended_at is null
  join api_key as key on key.id = connection.id`;

/** The access tokens with these hashes, of connections that have not ended, in order. */
export async function accessTokens(pool: HotPool, hashes: readonly string[]): Promise<(TokenRow | null)[]> {
  const { rows } = await pool.query<TokenRow & { hash: string }>({
    name: 'agent_tokens',
    text: tokensText,
    values: [hashes],
  });
  const found = new Map(rows.map(({ hash, ...row }) => [hash, row]));
  return hashes.map((hash) => found.get(hash) ?? null);
}

/** A connection with one of its tokens. */
export type ConnectionByToken = ConnectionRow & { token_used_at: Date | null; token_expires_at: Date };

const byToken = (hash: string) => sql`
  select ${columns}, token.used_at as token_used_at, token.expires_at as token_expires_at
  from agent_token as token join agent_connection as connection on connection.id = token.connection
  join api_key as key on key.id = connection.id
  where token.hash = ${bytesOf(hash)}`;

export const connectionOfToken = (db: Db, hash: string): Promise<ConnectionByToken | null> =>
  rowOrNull<ConnectionByToken>(db)`${byToken(hash)}`;

/** The same, with both rows locked until the transaction ends, so that refreshes of a connection take turns. */
export const lockedByToken = (db: Db, hash: string): Promise<ConnectionByToken | null> =>
  rowOrNull<ConnectionByToken>(db)`${byToken(hash)} for no key update of connection, token`;

/** Marks a locked refresh token as used and adds the next pair. Access tokens from before live out their hour. */
export async function renewConnection(
  db: Db,
  id: string,
  { used, tokens, at }: { used: string; tokens: TokenPair; at: Date },
): Promise<void> {
  await run(db)`update agent_token set used_at = ${at} where hash = ${bytesOf(used)}`;
  await insertTokens(db, id, tokens, at);
  await db.updateTable('agent_connection').set(renewedAt(at)).where('id', '=', id).execute();
}

/** Marks a connection as ended unless it is. */
export const markEnded = (db: Db, id: string, because: EndReason, at: Date): Promise<void> =>
  run(db)`
    update agent_connection set ended_at = ${at}, ended_because = ${because} where id = ${id} and ended_at is null`;

export const connectionById = (db: Db, id: string): Promise<ConnectionRow | null> =>
  rowOrNull<ConnectionRow>(db)`select ${columns} from ${connections} where connection.id = ${id}`;

/** Live ones first, then newest first. */
export const connectionsOfAccount = (db: Db, account: number, at: Date): Promise<ConnectionRow[]> =>
  rowsOf<ConnectionRow>(db)`
    select ${columns} from ${connections} where connection.account = ${account}
    order by ${isLive(at)} desc, connection.created_at desc, connection.id desc
    limit ${listedMax}`;

export const liveConnectionsOf = (db: Db, account: number, at: Date): Promise<{ id: string }[]> =>
  rowsOf<{ id: string }>(db)`
    select connection.id from agent_connection as connection where account = ${account} and ${isLive(at)}`;

/** Live connections beyond those that leave room for one more, renewed longest ago. The account must be locked. */
export const beyondRoom = (db: Db, account: number, at: Date): Promise<{ id: string }[]> =>
  rowsOf<{ id: string }>(db)`
    select connection.id from agent_connection as connection where account = ${account} and ${isLive(at)}
    order by renewed_at desc, id desc offset ${connectionsMax - 1}`;

/** The account's oldest ended connections, beyond those that are listed. */
export const endedBeyondList = (db: Db, account: number, at: Date): Promise<{ id: string }[]> =>
  rowsOf<{ id: string }>(db)`
    select connection.id from agent_connection as connection where account = ${account} and not (${isLive(at)})
    order by created_at desc, id desc offset ${listedMax - connectionsMax}`;

/** Connections that were not renewed in time, and aren't marked as ended. */
export const lapsed = (db: Db, at: Date, limit: number): Promise<{ id: string; account: number }[]> =>
  rowsOf<{ id: string; account: number }>(db)`
    select id, account from agent_connection where expires_at <= ${at} and ended_at is null order by expires_at limit ${limit}`;

/** Connections whose newest refresh token expired before this time. */
export const expiredBefore = (db: Db, before: Date, limit: number): Promise<{ id: string }[]> =>
  rowsOf<{ id: string }>(db)`
    select id from agent_connection where expires_at < ${before} order by expires_at limit ${limit}`;

/** Whether the account has a live connection of this client. */
export const hasConnectionOf = (db: Db, account: number, clientId: string, at: Date): Promise<boolean> =>
  fieldOf<boolean>(db)`
    select exists (
      select from agent_connection as connection where account = ${account} and client_id = ${clientId} and ${isLive(at)}
    )`;
