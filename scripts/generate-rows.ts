// Writes src/platform/database/rows.generated.ts from the migrated schema. With --check it only compares.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testDatabase } from '#test/support/database.ts';

interface Column {
  table: string;
  column: string;
  /** For an array, the type of its items. For a domain, its base type. */
  type: string;
  is_array: boolean;
  is_nullable: boolean;
  has_default: boolean;
  is_generated_always: boolean;
  labels: string[] | null;
}

const target = join(import.meta.dirname, '../src/platform/database/rows.generated.ts');

const columnsOfSchema = `
select class.relname as table, attribute.attname as column, type.typname as type, listed.typcategory = 'A' as is_array,
  not attribute.attnotnull as is_nullable, attribute.atthasdef or attribute.attidentity = 'd' as has_default,
  attribute.attidentity = 'a' or attribute.attgenerated <> '' as is_generated_always,
  (select array_agg(label.enumlabel::text order by label.enumsortorder) from pg_enum label where label.enumtypid = type.oid) as labels
from pg_class class
join pg_attribute attribute on attribute.attrelid = class.oid
join pg_type written on written.oid = attribute.atttypid
join pg_type listed on listed.oid = coalesce(nullif(written.typbasetype, 0), written.oid)
join pg_type type on type.oid = case when listed.typcategory = 'A' then listed.typelem else listed.oid end
where class.relnamespace = 'public'::regnamespace
  and class.relkind in ('r', 'p', 'v', 'm')
  and not class.relispartition
  and class.relname not in ('schema_migration', 'schema_function')
  and attribute.attnum > 0
  and not attribute.attisdropped
order by class.relname collate "C", attribute.attnum`;

// The types of a column when read, as pools.ts and pg parse it, and when written.
const types: Record<string, string> = {
  ...named('number', 'int2', 'int4', 'int8', 'float4', 'float8', 'oid'),
  ...named(
    'string',
    'text',
    'varchar',
    'bpchar',
    'char',
    'name',
    'citext',
    'uuid',
    'numeric',
    'date',
    'time',
    'xml',
  ),
  ...named(
    'string',
    'inet',
    'cidr',
    'macaddr',
    'tsvector',
    'int4range',
    'int8range',
    'tstzrange',
    'daterange',
  ),
  ...named('Json', 'json', 'jsonb'),
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
};

function named(written: string, ...typesOfPostgres: string[]): Record<string, string> {
  return Object.fromEntries(typesOfPostgres.map((type) => [type, written]));
}

function typeOf(column: Column): string {
  const scalar = column.labels?.map((label) => `'${label}'`).join(' | ') ?? types[column.type];
  if (!scalar)
    throw new Error(`${column.table}.${column.column}: no TypeScript type is known for ${column.type}`);
  const bare = column.is_array ? `${scalar.includes('|') ? `(${scalar})` : scalar}[]` : scalar;
  const whole = column.is_nullable ? `${bare} | null` : bare;
  if (column.is_generated_always) return `GeneratedAlways<${whole}>`;
  return column.has_default ? `Defaulted<${whole}>` : whole;
}

const interfaceOf = (table: string) =>
  `${table.replace(/(^|_)([a-z0-9])/g, (_all, _start, letter: string) => letter.toUpperCase())}Table`;

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const interfaces = [...tables].map(([table, own]) => {
    const members = own.map((column) => `  ${column.column}: ${typeOf(column)};\n`);
    return `export interface ${interfaceOf(table)} {\n${members.join('')}}\n`;
  });
  const members = [...tables.keys()].map((table) => `  ${table}: ${interfaceOf(table)};\n`);
  return [
    '// Written by scripts/generate-rows.ts from the migrated schema; change a migration instead.\n',
    "import type { ColumnType, GeneratedAlways } from 'kysely';\n",
    '\n/** May be left out when a row is inserted. */\n',
    'type Defaulted<Type> =\n  Type extends ColumnType<infer Read, infer Insert, infer Update>\n',
    '    ? ColumnType<Read, Insert | undefined, Update>\n    : ColumnType<Type, Type | undefined, Type>;\n',
    'type Timestamp = ColumnType<Date, Date | string, Date | string>;\n',
    'type Json = ColumnType<unknown, NonNullable<unknown>, NonNullable<unknown>>;\n\n',
    ...interfaces.map((text) => `${text}\n`),
    `export interface Database {\n${members.join('')}}\n`,
  ].join('');
}

await using database = await testDatabase();
const wanted = render((await database.pool.query<Column>(columnsOfSchema)).rows);
if (process.argv.includes('--check')) compare(wanted, await readFile(target, 'utf8'));
else await writeFile(target, wanted);

function compare(wanted: string, written: string): void {
  if (wanted === written) return;
  const [wantedLines, writtenLines] = [wanted.split('\n'), written.split('\n')];
  const line = wantedLines.findIndex((text, index) => text !== writtenLines[index]);
  console.error(`rows.generated.ts does not match the migrations. First difference in line ${line + 1}:`);
  console.error(`- ${writtenLines[line] ?? ''}\n+ ${wantedLines[line] ?? ''}`);
  console.error('Run `node scripts/generate-rows.ts` and commit the result.');
  process.exitCode = 1;
}
