import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { inherited } from '../support/inherited.ts';
import { sizeOf } from '../support/size.ts';

const folder = mkdtempSync(join(tmpdir(), 'contactry-simulator-'));
after(() => rmSync(folder, { recursive: true }));

function run(file: string, ...given: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, file), ...given],
    { encoding: 'utf8', env: inherited() },
  );
  assert.equal(stderr, '');
  return { status, stdout, digest: /^digest (\w{64})$/m.exec(stdout)?.[1] };
}

test('customers, buyers, an operator, kills and restarts leave the books right, and a seed repeats its run', () => {
  const [first, second] = [1, 2].map(() => run('run.ts', '--seed', '7', '--operations', '600'));
  assert.equal(first!.status, 0, first!.stdout);
  for (const what of [
    ...['completed', 'not_found', '402', 'item completed', 'job', 'bought', 'granted', 'hidden'],
    ...['vendor asked', 'kill', 'database restarted', 'key ended', 'promo', 'proof'],
  ])
    assert.match(first!.stdout, new RegExp(`^ +\\d+ ${what}$`, 'm'));
  assert.ok(first!.digest);
  assert.equal(first!.digest, second!.digest);
});

test('so do other seeds, side by side', () => {
  const operations = `${sizeOf({ small: 300, whole: 1_000_000 })}`;
  const { status, stdout } = run('night-run.ts', '--first', '11', '--seeds', '2', '--operations', operations);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /0 of 2 seeds failed/);
});

for (const file of globSync(join(import.meta.dirname, 'found/*.json'))) {
  test(`${basename(file)} fails no more`, () => {
    const { status, stdout } = run('run.ts', '--plan', file, '--whole');
    assert.equal(status, 0, stdout);
  });
}

const planted: [name: string, sql: string, found: RegExp][] = [
  [
    'a charge that is lost',
    `create sequence planted_at;
     create function planted() returns trigger language plpgsql as $$
       begin return case when new.kind = 2 and nextval('planted_at') % 50 = 0 then null else new end; end $$;
     create trigger planted before insert on credit_ledger for each row execute function planted()`,
    /spent by the answers/,
  ],
  [
    'an opt-out that is not kept',
    `create function planted() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger planted before insert on suppression for each row execute function planted()`,
    /who was hidden before/,
  ],
];
for (const [name, sql, found] of planted) {
  test(`${name} is found`, () => {
    const file = join(folder, 'planted.sql');
    writeFileSync(file, sql);
    const { status, stdout } = run(
      'run.ts',
      '--seed',
      '7',
      '--operations',
      '520',
      '--whole',
      '--break',
      file,
    );
    assert.equal(status, 1, stdout);
    assert.match(stdout, found);
  });
}
