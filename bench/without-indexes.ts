import type pg from 'pg';

/** Foreign keys come first: they depend on the key that they refer to. */
const definitions = `
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
from pg_constraint
where conparentid = 0
  and (contype = 'f' and confrelid = $1::regclass or contype in ('p', 'u', 'x') and conrelid = $1::regclass)
order by contype <> 'f'`;

const otherIndexes = `
select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as make
from pg_index
where indrelid = $1::regclass
  and not exists (select from pg_constraint where conrelid = indrelid and conindid = indexrelid)`;

/** Fills a table without its indexes and the foreign keys that refer to it, and then makes them again as the catalog has them. */
export async function withoutIndexes(
  client: pg.PoolClient,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const parts = [
    ...(await client.query<{ drop: string; make: string }>(definitions, [table])).rows,
    ...(await client.query<{ drop: string; make: string }>(otherIndexes, [table])).rows,
  ];
  for (const { drop } of parts) await client.query(drop);
  await fill();
  for (const { make } of parts.reverse()) await client.query(make);
}
