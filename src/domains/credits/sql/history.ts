import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { movementKinds } from '../shapes.ts';
import type { LotSource } from './grants.ts';

export type MovementKind = (typeof movementKinds)[number];

/** Effect on the spendable balance. A settle spends credits that were already held, so it changes nothing. */
const signs = {
  grant: 1,
  spend: -1,
  hold: -1,
  settle: 0,
  release: 1,
  expire: -1,
  revoke: -1,
  refund: 1,
} satisfies Record<MovementKind, number>;

/** One ledger row: what an operation moved in one lot. */
export interface Entry {
  /** Increases with every movement of the account. */
  id: number;
  at: Date;
  kind: MovementKind;
  /** The operation's key. A spend across two lots has two entries with one key. */
  opKey: string;
  credits: number;
  /** Effect on the balance. An expiry appears when it is booked, although the balance excluded it from the moment it expired. */
  change: number;
  /** Spendable balance after the whole operation. */
  balanceAfter: number;
  reason: string;
  lot: { id: number; source: LotSource; sourceRef: string; expiresAt: Date | null };
}

interface EntryRow {
  id: number;
  at: Date;
  kind: number;
  op_key: string;
  amount: number;
  balance_after: number;
  reason: string;
  lot_id: number;
  source: LotSource;
  source_ref: string;
  expires_at: Date | null;
}

/**
 * The account's latest movements with their lots, newest first. `reason` comes from the movement, else from the call that
 * caused it, else from the lot.
 */
export async function historyOf(
  db: Db,
  account: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`
    select row.id, row.at, row.kind, row.op_key, row.amount, row.balance_after,
      coalesce(row.reason, paid.reason, lot.reason) as reason,
      lot.id as lot_id, lot.source, lot.source_ref, nullif(lot.expires_at, 'infinity') as expires_at
    from (
      select * from credit_ledger
      where account = ${account} and id > 0 and id < ${before ?? Number.MAX_SAFE_INTEGER}
      order by id desc limit ${limit}
    ) row
    join credit_lot lot on lot.id = row.lot_id
    left join lateral (
      select closing.at from credit_ledger closing
      where closing.account = row.account and closing.op_key = row.op_key and row.kind = 3 and closing.kind in (4, 5)
      limit 1
    ) ended on true
    left join lateral (
      select call.reason from usage_call call
      where call.account = row.account and call.op_key = row.op_key and row.kind in (2, 3, 4, 5)
        -- A call is counted in the transaction that pays for it: for what was set aside, the one that ends the hold.
        and call.at between coalesce(ended.at, row.at) - interval '1 second'
          and coalesce(ended.at, row.at) + interval '30 seconds'
      limit 1
    ) paid on true
    order by row.id desc`.execute(db);
  return rows.map(entryOf);
}

function entryOf(row: EntryRow): Entry {
  const kind = movementKinds[row.kind - 1]!;
  return {
    id: row.id,
    at: row.at,
    kind,
    opKey: row.op_key,
    credits: row.amount,
    change: signs[kind] * row.amount,
    balanceAfter: row.balance_after,
    reason: row.reason,
    lot: { id: row.lot_id, source: row.source, sourceRef: row.source_ref, expiresAt: row.expires_at },
  };
}
