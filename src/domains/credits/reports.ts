import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { GrantReport } from './shapes.ts';

type GrantRow = Omit<GrantReport, 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date | null;
};

const grantColumns = sql`
  select lot.id, account.account_id, account.email, lot.source, lot.granted as credits, lot.avail as available, lot.spent,
    lot.reason, lot.granted_by, lot.created_at, nullif(lot.expires_at, 'infinity') as expires_at
  from credit_lot lot join account on account.id = lot.account`;

const grantOf = (row: GrantRow): GrantReport => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
});

/** Lots of all accounts, newest first. */
export async function listGrants(db: Db, limit: number): Promise<GrantReport[]> {
  const { rows } = await sql<GrantRow>`${grantColumns} order by lot.id desc limit ${limit}`.execute(db);
  return rows.map(grantOf);
}

export async function grantById(db: Db, lot: number): Promise<GrantReport> {
  const { rows } = await sql<GrantRow>`${grantColumns} where lot.id = ${lot}`.execute(db);
  return grantOf(rows[0]!);
}
