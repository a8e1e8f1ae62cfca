import { sql } from 'kysely';
import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { Movement, movementKinds } from './shapes.ts';

export const showHistory = operation({
  id: 'credits.show-history',
  summary: 'List every grant and spend of an account, newest first',
  description:
    'Each spend names its lookup, the key, job or agent that asked, and the sources that answered.',
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/history/{account_id}')],
  account: 'required',
  input: Type.Object({ limit: pageLimit(1000, 100), cursor: NumberCursor }),
  example: { account_id: 'acme-42' },
  output: Type.Object({
    account_id: Type.String(),
    items: Type.Array(Movement),
    next_cursor: NextCursor,
  }),
  errors: ['not_found'],

  async run(ctx, { limit, cursor }) {
    const before = numberIn(cursor);
    const found = await historyOf(ctx.db, ctx.account.id, { limit: limit + 1, before });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { account_id: ctx.account.account_id, items: rows, next_cursor: nextCursor };
  },
});

/** Effect on the spendable balance. A settle spends credits that were already held, so it changes nothing. */
const signs = { grant: 1, spend: -1, hold: -1, settle: 0, release: 1, expire: -1, revoke: -1, refund: 1 };

interface MovementRow extends Omit<Movement, 'kind' | 'change' | 'lot' | 'lookup'> {
  kind: number;
  op: string | null;
  opened_from: string | null;
  key_id: string | null;
  key_prefix: string;
  key_note: string;
  job: string | null;
  job_name: string | null;
  sources: string[] | null;
  lot_id: number;
  source: string;
  reference: string;
  expires_at: Date | null;
}

/**
 * The account's latest movements with their lots, newest first. A spend across two lots is two movements. `reason` comes from the
 * movement, else from the call that caused it, else from the lot. An expiry appears when it is booked, although the balance excluded
 * it from the moment it expired.
 */
export async function historyOf(
  db: Db,
  account: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Movement[]> {
  const { rows } = await sql<MovementRow>`
    select row.id, row.at, row.kind, row.amount as credits, row.balance_after,
      coalesce(row.reason, paid.reason, lot.reason) as reason,
      lot.id as lot_id, lot.source, lot.source_ref as reference, nullif(lot.expires_at, 'infinity') as expires_at,
      case when row.kind in (2, 3, 4, 5) then replace(row.op_key::text, '-', '') end as op, paid.opened_from, key.id as key_id,
      key.prefix as key_prefix, key.note as key_note, replace(paid.job::text, '-', '') as job, job.name as job_name,
      case when row.kind in (2, 4) then lookup_sources_of(row.account, row.op_key) end as sources
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
      select call.reason, call.door as opened_from, call.key_id, call.job from usage_call call
      where call.account = row.account and call.op_key = row.op_key and row.kind in (2, 3, 4, 5)
        -- A call is counted in the transaction that pays for it: for what was set aside, the one that ends the hold.
        and call.at between coalesce(ended.at, row.at) - interval '1 second'
          and coalesce(ended.at, row.at) + interval '30 seconds'
      limit 1
    ) paid on true
    left join api_key key on key.account = row.account and key.id = paid.key_id
    left join job on job.account = row.account and job.id = paid.job
    order by row.id desc`.execute(db);
  return rows.map((row) => {
    const { id, at, kind: number, credits, balance_after, reason } = row;
    const kind = movementKinds[number - 1]!;
    const { lot_id, source, reference, expires_at } = row;
    const lot = { id: lot_id, source, reference, expires_at };
    const change = signs[kind] * credits;
    return { id, at, kind, credits, change, balance_after, reason, lot, lookup: lookupOf(row) };
  });
}

function lookupOf({
  op,
  opened_from,
  key_id,
  key_prefix,
  key_note,
  ...row
}: MovementRow): Movement['lookup'] {
  if (op === null) return null;
  return {
    id: `lkp_${op}`,
    opened_from,
    key: key_id === null ? null : { id: key_id, prefix: key_prefix, note: key_note },
    job: row.job === null ? null : { id: `job_${row.job}`, name: row.job_name },
    sources: row.sources ?? [],
  };
}
