import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowOf } from '#core/database/statement.ts';
import type { GrantReport } from '../shapes.ts';

export type LotSource = 'plan' | 'topup' | 'promo' | 'operator' | 'key' | 'refund';

export interface Grant {
  account: number;
  source: LotSource;
  /** Identifies the payment or promise. A second grant with the same source and ref returns the first lot. */
  sourceRef: string;
  credits: number;
  /** Exclusive. Null means never. */
  expiresAt: Date | null;
  reason: string;
  grantedBy: string;
}

export interface Granted {
  lot: number;
  isNew: boolean;
  /** Credits available to spend now. */
  balance: number;
}

/** Grants a lot once. Throws when the same source and ref were granted to another account or for another amount. */
export async function grantCredits(db: Db, grant: Grant): Promise<Granted> {
  const { account, source, sourceRef, credits, expiresAt, reason, grantedBy } = grant;
  return rowOf<Granted>(db)`
    select o_lot as lot, o_is_new as "isNew", o_balance as balance
    from credit_grant(${account}, ${source}, ${sourceRef}, ${credits}, coalesce(${expiresAt}::timestamptz, 'infinity'),
      ${reason}, gen_random_uuid(), ${grantedBy})`;
}

export interface Revocation {
  account: number;
  lot: number | { source: LotSource; sourceRef: string };
  /** At most this many. Omit it to revoke the whole lot. */
  credits?: number;
  /** A UUID. The same key revokes once. */
  key: string;
  reason: string;
}

export type Revoked =
  | { status: 'revoked' | 'replayed'; revoked: number; shortfall: number; balance: number }
  | { status: 'unknown_lot' };

/**
 * Revokes what is left of a lot. `shortfall` is what was already spent, held, expired or revoked: a lot never goes below
 * zero, so an operator has to follow up on it.
 */
export async function revokeCredits(
  db: Db,
  { account, lot, credits, key, reason }: Revocation,
): Promise<Revoked> {
  const id =
    typeof lot === 'number'
      ? sql`${lot}`
      : sql`(select id from credit_lot where source = ${lot.source} and source_ref = ${lot.sourceRef})`;
  const { rows } = await sql<Revoked>`
    select o_outcome as status, o_revoked as revoked, o_shortfall as shortfall, o_balance as balance
    from credit_revoke(${account}, ${id}, ${credits ?? null}, ${key}, ${reason})`.execute(db);
  const [revoked] = rows;
  return revoked!.status === 'unknown_lot' ? { status: 'unknown_lot' } : revoked!;
}

const selectGrants = sql`
  select lot.account, lot.id, account.account_id, account.email, lot.source, lot.granted as credits, lot.avail as available,
    lot.held, lot.spent, lot.expired, lot.revoked, lot.reason, lot.granted_by, lot.created_at,
    nullif(lot.expires_at, 'infinity') as expires_at
  from credit_lot lot join account on account.id = lot.account`;

export interface GrantsWanted {
  account_id?: string | undefined;
  email?: string | undefined;
  /** Grants older than the one with this id. */
  before?: number | undefined;
  limit: number;
}

/** Lots of all accounts or of one, newest first. */
export async function listGrants(
  db: Db,
  { account_id, email, before, limit }: GrantsWanted,
): Promise<GrantReport[]> {
  const { rows } = await sql<GrantReport & { account: number }>`${selectGrants}
    where (${account_id ?? null}::text is null or account.account_id = ${account_id ?? null})
      and (${email ?? null}::text is null or account.email = ${email ?? null})
      and (${before ?? null}::bigint is null or lot.id < ${before ?? null})
    order by lot.id desc limit ${limit}`.execute(db);
  return rows.map(({ account, ...grant }) => grant);
}

/** A grant, with the number of the account that has it. */
export async function grantById(
  db: Db,
  lot: number,
): Promise<{ account: number; report: GrantReport } | null> {
  const { rows } = await sql<
    GrantReport & { account: number }
  >`${selectGrants} where lot.id = ${lot}`.execute(db);
  if (!rows[0]) return null;
  const { account, ...report } = rows[0];
  return { account, report };
}
