import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inherited } from '../support/inherited.ts';
import { sizeOf } from '../support/size.ts';

const folder = mkdtempSync(join(tmpdir(), 'contactry-simulator-'));
after(() => rmSync(folder, { recursive: true }));

function run(...given: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), ...given],
    { encoding: 'utf8', env: inherited() },
  );
  assert.equal(stderr, '');
  return { status, stdout, digest: /^digest (\w{64})$/m.exec(stdout)?.[1] };
}

test('customers, an operator and killed processes leave the books right, and a seed repeats its run', () => {
  const operations = `${sizeOf({ small: 700, whole: 20_000 })}`;
  const [first, second] = [1, 2].map(() => run('--seed', '7', '--operations', operations));
  assert.equal(first!.status, 0, first!.stdout);
  for (const what of ['completed', 'not_found', '402', 'granted', 'hidden', 'kill', 'proof'])
    assert.match(first!.stdout, new RegExp(`^ +\\d+ ${what}$`, 'm'));
  assert.ok(first!.digest);
  assert.equal(first!.digest, second!.digest);
});

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
    const { status, stdout } = run('--seed', '7', '--operations', '700', '--break', file);
    assert.equal(status, 1, stdout);
    assert.match(stdout, found);
  });
}
