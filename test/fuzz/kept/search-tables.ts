import type pg from 'pg';
import { contactForms, customerForms, secretForms } from './recognised.ts';

/** A column in which something was found. */
export interface Holding {
  table: string;
  name: string;
  what: string;
  rows: number;
}

interface Column {
  table: string;
  name: string;
}

/** Looks into every row of every table. */
export async function searchTables(pool: pg.Pool, secrets: readonly string[]): Promise<Holding[]> {
  const kinds = Object.entries({
    ...contactForms,
    ...customerForms,
    ...secretForms,
    'a secret': secrets.map(quoted).join('|'),
  });
  const found: Holding[] = [];
  const columns = await textColumns(pool);
  for (const [table, some] of Map.groupBy(columns, (column) => column.table))
    found.push(...(await searchTable(pool, table, some, kinds)));
  return found;
}

async function searchTable(
  pool: pg.Pool,
  table: string,
  columns: readonly Column[],
  kinds: readonly (readonly [string, string])[],
): Promise<Holding[]> {
  const any = kinds.map(([, form]) => form).join('|');
  const counted = columns.flatMap(({ name }, at) =>
    kinds.map(
      ([, form], kind) => `count(*) filter (where "${name}"::text ~ ${literal(form)})::int as c${at}_${kind}`,
    ),
  );
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    // Most rows hold nothing, and one look at all of a row says so.
    const { rows } = await client.query(
      `select ${counted.join(', ')} from ${table} as row where row::text ~ ${literal(any)}`,
    );
    return columns.flatMap(({ name }, at) =>
      kinds.flatMap(([what], kind) => {
        const count: number = rows[0][`c${at}_${kind}`];
        return count > 0 ? [{ table, name, what, rows: count }] : [];
      }),
    );
  } finally {
    client.release();
  }
}

/** All columns that can hold a text, in tables of the service and of its queue. */
export async function textColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select case when space.nspname = 'public' then '' else space.nspname || '.' end || class.relname as table, attribute.attname as name
     from pg_class class
     join pg_namespace space on space.oid = class.relnamespace
     join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
     join pg_type type on type.oid = attribute.atttypid
     where class.relkind in ('r', 'p') and not class.relispartition and space.nspname in ('public', 'pgboss')
       and (type.typcategory in ('S', 'A') or type.typname in ('json', 'jsonb', 'bytea', 'inet', 'cidr'))
     order by 1, attribute.attnum`,
  );
  return rows;
}

const quoted = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '\\$&');
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
