import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, sources } from './sources.ts';
import { anyTable, tableOwners, tablesWritten } from './table-owners.ts';

/** Statements on another folder's table, each with its reason. */
const writesElsewhere: Record<string, { tables: string[]; because: string }> = {
  'src/domains/lookup/functions/lookup_answer_batch.sql': {
    tables: ['usage_event'],
    because: 'as lookup_store.sql',
  },
  'src/domains/lookup/functions/lookup_store.sql': {
    tables: ['usage_event'],
    because: 'an answer is kept and counted in one statement on the hot path: neither without the other',
  },
  'src/domains/usage/functions/add_month.sql': {
    tables: [anyTable],
    because:
      'it moves rows between the partitions of usage and of the audit log, whose names follow from the month',
  },
  'src/domains/usage/sql/upkeep.ts': {
    tables: ['audit_entry_outside'],
    because: 'the months of the audit log are kept as those of usage are, by the same job',
  },
  'src/wiring/pepper.ts': {
    tables: [anyTable],
    because:
      'a lost pepper empties what was made with it, in all domains at once, before any of them is open',
  },
  'src/platform/database/migrate.ts': {
    tables: ['schema_migration'],
    because: 'it makes the table itself: no migration does',
  },
  'src/platform/database/sql-functions.ts': {
    tables: ['schema_function'],
    because: 'it makes the table itself: no migration does',
  },
  'src/core/database/in-batches.ts': {
    tables: [anyTable],
    because: '`deleteInBatches` gets the table from its caller, which counts as the writer',
  },
  'src/domains/customers/closing/stored-rows.ts': {
    tables: [anyTable],
    because: 'each domain declares in its `accountData` which rows a closing erases, and this carries it out',
  },
  'src/platform/queue/schedules.ts': {
    tables: ['pgboss'],
    because: 'pg-boss removes a schedule by its name alone, and so also one that was renewed just now',
  },
};

test('a table is written by its owner only', () => {
  const owners = tableOwners(root);
  const strays = [...sources, ...globSync('src/**/*.sql', { cwd: root })]
    .map((file) => ({
      file,
      tables: tablesWritten(readFileSync(join(root, file), 'utf8')).filter(
        (table) => !owners.has(table) || !file.startsWith(`${owners.get(table)}/`),
      ),
    }))
    .filter(({ tables }) => tables.length > 0);
  const allowed = Object.entries(writesElsewhere).map(([file, { tables }]) => ({ file, tables }));
  assert.deepEqual(
    Object.groupBy(strays, ({ file }) => file),
    Object.groupBy(allowed, ({ file }) => file),
  );
});

test('every form of a statement that writes is seen, and what only locks rows or defines a trigger is not', () => {
  const forms: Record<string, string[]> = {
    'insert into a (b) select': ['a'],
    'update a set b = 1': ['a'],
    'update a one set b = 1': ['a'],
    'update a as one\n set b = 1': ['a'],
    'delete from a where': ['a'],
    'delete from a using due': ['a'],
    'truncate a': ['a'],
    'lock table a in share row exclusive mode': ['a'],
    'lock table only a in share mode': ['a'],
    'insert into a (b) on conflict do update set b = excluded.b': ['a'],
    'sql`truncate ${names}`': [anyTable],
    'sql`update ${table} set x = 1`': [anyTable],
    "execute format('delete from %I', name)": [anyTable],
    "db.insertInto('a').values({})": ['a'],
    "deleteInBatches(ports.db, 'a', {": ['a'],
    "db\n  .updateTable('a')\n  .set({})": ['a'],
    'db.deleteFrom(table)': ['table'],
    'select * from a for update skip locked': [],
    'select * from a for no key update': [],
    'before truncate on a': [],
    'before insert or update or delete on a': [],
    '-- insert into a': [],
    '// delete from a': [],
  };
  for (const [text, tables] of Object.entries(forms)) assert.deepEqual(tablesWritten(text), tables, text);
});
