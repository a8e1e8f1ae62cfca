import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { type By, bySource, causesOf } from './causes-of.ts';
import { type Change, changesMax, type OtherKind, otherKinds, type Spending } from './shapes.ts';
import type { Days } from './spending-days.ts';

/** Calls come from the sums by hour, and everything else from its own index of the ledger. So single spends aren't read. */
export async function spendingOf(
  db: Db,
  account: number,
  days: Days,
  by: By,
): Promise<Pick<Spending, 'totals' | 'items' | 'changes'>> {
  const items = await (by === 'source' ? bySource(db, account, days) : causesOf(db, account, days, by));
  const spent = items.reduce((all, { credits }) => all + credits, 0);
  const sums = await changeSums(db, account, days);
  const changes = await changesOf(db, account, days);
  const others = { grant: 0, expire: 0, revoke: 0, refund: 0, ...sums };
  const change = Object.values(others).reduce((all, credits) => all + credits, spent);
  return { totals: { change, spent, ...others }, items, changes };
}

const signOf = sql`case when row.kind in (1, 8) then 1 else -1 end`;

const rowsWithin = (account: number, { first, last, zone }: Days) => sql`
  credit_ledger row where row.account = ${account} and row.kind in (1, 6, 7, 8)
    and row.at >= ${first}::timestamp at time zone ${zone} and row.at < (${last}::date + 1)::timestamp at time zone ${zone}`;

async function changeSums(db: Db, account: number, days: Days): Promise<Partial<Record<OtherKind, number>>> {
  const { rows } = await sql<{ kind: keyof typeof otherKinds; credits: number }>`
    select row.kind, sum(row.amount * ${signOf})::bigint as credits from ${rowsWithin(account, days)} group by row.kind`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ kind, credits }) => [otherKinds[kind], credits]));
}

async function changesOf(db: Db, account: number, days: Days): Promise<Change[]> {
  const { rows } = await sql<Omit<Change, 'kind'> & { kind: keyof typeof otherKinds }>`
    select row.at, to_char(row.at at time zone ${days.zone}, 'YYYY-MM-DD') as date, row.kind, row.amount * ${signOf} as credits, coalesce(row.reason, lot.reason) as reason, lot.source,
      lot.source_ref as reference
    from (select * from ${rowsWithin(account, days)} order by row.at desc, row.id desc limit ${changesMax}) row
    join credit_lot lot on lot.id = row.lot_id order by row.at desc, row.id desc`.execute(db);
  return rows.map((row) => ({ ...row, kind: otherKinds[row.kind] }));
}
