import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { GrantReport } from './shapes.ts';

type GrantRow = Omit<GrantReport, 'created_at' | 'expires_at'> & {
  account: number;
  created_at: Date;
  expires_at: Date | null;
};

/** A grant, with the number of the account that has it. */
export interface GrantOfAccount {
  account: number;
  report: GrantReport;
}

const grantColumns = sql`
  select lot.id, lot.account, account.account_id, account.email, lot.source, lot.granted as credits, lot.avail as available,
    lot.held, lot.spent, lot.expired, lot.revoked, lot.reason, lot.granted_by, lot.created_at,
    nullif(lot.expires_at, 'infinity') as expires_at
  from credit_lot lot join account on account.id = lot.account`;

const grantOf = ({ account, ...row }: GrantRow): GrantOfAccount => ({
  account,
  report: {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  },
});

export interface GrantsWanted {
  accountId?: string | undefined;
  email?: string | undefined;
  /** Grants older than the one with this id. */
  before?: number | undefined;
  limit: number;
}

/** Lots of all accounts or of one, newest first. */
export async function listGrants(
  db: Db,
  { accountId, email, before, limit }: GrantsWanted,
): Promise<GrantReport[]> {
  const { rows } = await sql<GrantRow>`${grantColumns}
    where (${accountId ?? null}::text is null or account.account_id = ${accountId ?? null})
      and (${email ?? null}::text is null or account.email = ${email ?? null})
      and (${before ?? null}::bigint is null or lot.id < ${before ?? null})
    order by lot.id desc limit ${limit}`.execute(db);
  return rows.map((row) => grantOf(row).report);
}

export async function grantById(db: Db, lot: number): Promise<GrantOfAccount | null> {
  const { rows } = await sql<GrantRow>`${grantColumns} where lot.id = ${lot}`.execute(db);
  return rows[0] ? grantOf(rows[0]) : null;
}
