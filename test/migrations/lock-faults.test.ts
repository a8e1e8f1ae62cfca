import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import frozen from '../../migrations/frozen.json' with { type: 'json' };
import { lockFaults } from './lock-faults.ts';
import { lockRules } from './lock-rules.ts';

const root = join(import.meta.dirname, '../..');
/** A database has these from its first start, when its tables are empty. */
const baseline = Object.keys(frozen['3.0.0']);

const alone = (statement: string) => `-- no transaction\n${statement}`;

/** For each rule, statements that break it alone, and better ones. */
const examples: Readonly<Record<string, { broken: string[]; better: string[] }>> = {
  index: {
    broken: ['create index pet_name on pet (name);'],
    better: [
      alone('create index concurrently if not exists pet_name on pet (name);'),
      'create table pet (name text); create index pet_name on pet (name);',
    ],
  },
  'drop-index': {
    broken: ['drop index pet_name;'],
    better: [alone('drop index concurrently if exists pet_name;')],
  },
  reindex: {
    broken: ['reindex index pet_name;'],
    better: [alone('reindex index concurrently pet_name;')],
  },
  'column-rewrites': {
    broken: [
      'alter table pet add column mark uuid default gen_random_uuid();',
      'alter table pet add column at timestamptz default clock_timestamp();',
      'alter table pet add column number bigserial;',
      'alter table pet add column number bigint generated always as identity;',
      'alter table pet add column twice int generated always as (age * 2) stored;',
    ],
    better: [
      'alter table pet add column mark uuid;',
      'alter table pet alter column mark set default gen_random_uuid();',
      "alter table pet add column kind text not null default 'dog', add column at timestamptz default now();",
      'alter table pet add column twice int generated always as (age * 2) virtual;',
    ],
  },
  'column-required': {
    broken: ['alter table pet add column age int not null;'],
    better: ['alter table pet add column age int not null default 0;', 'alter table pet add column age int;'],
  },
  'column-constraint': {
    broken: [
      'alter table pet add column age int check (age > 0);',
      'alter table pet add column owner bigint references account;',
      'alter table pet add column chip text unique;',
    ],
    better: ['alter table pet add column age int, add constraint is_born check (age > 0) not valid;'],
  },
  constraint: {
    broken: [
      'alter table pet add constraint is_born check (age > 0);',
      'alter table pet add constraint has_owner foreign key (owner) references account;',
    ],
    better: [
      'alter table pet add constraint is_born check (age > 0) not valid;',
      'alter table pet validate constraint is_born;',
    ],
  },
  unique: {
    broken: [
      'alter table pet add constraint one_chip unique (chip);',
      'alter table pet add primary key (chip);',
      'alter table pet add constraint apart exclude using gist (place with &&);',
    ],
    better: ['alter table pet add constraint one_chip unique using index pet_chip;'],
  },
  validate: {
    broken: [
      'alter table pet add constraint is_born check (age > 0) not valid; alter table pet validate constraint is_born;',
    ],
    better: ['alter table pet validate constraint is_born;'],
  },
  'not-null': {
    broken: ['alter table pet alter column age set not null;'],
    better: [
      'alter table pet validate constraint has_age; alter table pet alter column age set not null; alter table pet drop constraint has_age;',
    ],
  },
  type: {
    broken: ['alter table pet alter column age type bigint;'],
    better: ['alter table pet add column age_in_days bigint;'],
  },
  rewrite: {
    broken: [
      'alter table pet set unlogged;',
      'truncate pet;',
      'cluster pet using pet_name;',
      'refresh materialized view pets_by_age;',
    ],
    better: ['create table pet_by_name (name text);', 'alter table pet set (fillfactor = 80);'],
  },
  lock: {
    broken: ['lock table pet in share mode;'],
    better: ['alter table pet add column age int;'],
  },
  rows: {
    broken: [
      'update pet set age = 1;',
      'delete from pet where age = 0;',
      'insert into kind select distinct kind from pet;',
      'create table kind as select distinct kind from pet;',
      'select count(*) from pet;',
      'do $$ begin update pet set age = 1; end $$;',
    ],
    better: [
      "insert into kind values ('dog'), ('cat');",
      'create table kind (name text); insert into kind select upper(name) from (values (1)) as one (name);',
    ],
  },
  rename: {
    broken: ['alter table pet rename column age to years;', 'alter table pet rename to animal;'],
    better: ['alter table pet add column years int;', 'alter index pet_name rename to pet_names;'],
  },
  'two-tables': {
    broken: ['alter table pet add column age int; alter table owner add column age int;'],
    better: [
      'alter table pet add column age int; alter table pet add column kind text;',
      'create table owner (name text); alter table pet add column age int; alter table owner add column age int;',
    ],
  },
  alone: {
    broken: [alone('alter table pet add column age int;')],
    better: [alone('drop index concurrently if exists pet_name;')],
  },
};

test('each rule has examples', () => {
  assert.deepEqual(
    Object.keys(examples),
    lockRules.map(({ id }) => id),
  );
});

const rulesIn = (faults: string[]) => faults.map((fault) => /\[(.*?)\]/.exec(fault)?.[1]);

for (const { id, why, instead } of lockRules) {
  test(`${id}: what breaks it is found, and what is better is not`, async () => {
    for (const sql of examples[id]!.broken) {
      const faults = await lockFaults('0099_bad.sql', sql);
      assert.deepEqual(rulesIn(faults), [id], sql);
      assert.ok(faults[0]!.endsWith(`${why} ${instead}`));
    }
    for (const sql of examples[id]!.better)
      assert.deepEqual(await lockFaults('0099_better.sql', sql), [], sql);
  });
}

test('a fault names the line, whatever is before it', async () => {
  const sql = '-- owner: ümlaut\n\nalter table pet add column age int; -- née\n-- then\n\ntruncate pet;\n';
  const [fault] = await lockFaults('0099_bad.sql', sql);
  assert.match(fault!, /^0099_bad\.sql:6: \[rewrite\] /);
});

test('a rule is left out for a file that gives the reason, and no other rule', async () => {
  const sql = (line: string) => `${line}\ntruncate pet;\n`;
  assert.deepEqual(await lockFaults('0099.sql', sql('-- allows rewrite: the table is new')), []);
  for (const line of ['-- allows rewrite:', '-- allows rows: the table is new'])
    assert.equal((await lockFaults('0099.sql', sql(line))).length, 1, line);
});

test('no migration after the baseline holds a table in use', async () => {
  const files = globSync(['migrations/*.sql', 'test/**/*_*.sql'], { cwd: root }).filter(
    (file) => !baseline.includes(basename(file)),
  );
  const faults = files.map((file) => lockFaults(file, readFileSync(join(root, file), 'utf8')));
  assert.deepEqual((await Promise.all(faults)).flat(), []);
});
