import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { proveLedger } from '#app/doctor/prove-ledger.ts';
import { balanceOf } from '#domains/credits/index.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { quiet } from './support/contact-sources.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { givenCredits, givenKey } from './support/kit.ts';
import { type PgBouncer, startPgBouncer } from './support/pgbouncer.ts';
import { openProgram, type Program } from './support/program.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

for (const [words, more] of [
  ['that refuses startup options', ''],
  ['that ignores startup options', 'ignore_startup_parameters = options'],
] as const) {
  test(`a start through a pooler ${words} says what to set`, async () => {
    await using pgbouncer = await startPgBouncer(database.url, more);
    await assert.rejects(
      openDatabase({ databaseUrl: pgbouncer.url, dataDir: '' }, quiet),
      /Set DATABASE_DIRECT_URL/,
    );
  });
}

test('verify-ledger reads the server behind the pooler', async () => {
  await using pgbouncer = await startPgBouncer(database.url);
  const environment = { DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: database.url };
  const signal = new AbortController().signal;
  assert.deepEqual(await proveLedger(environment, { accept: false, signal }), []);
});

/** The service through PgBouncer, with everything that it does. */
async function openPooled(pgbouncer: PgBouncer, lines: string[]): Promise<Program> {
  const program = openProgram(
    {
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: database.url,
      LOG_LEVEL: 'warn',
    },
    { onLine: (line) => lines.push(line) },
  );
  await program.start();
  return program;
}

test('through PgBouncer in transaction mode lookups, imports, jobs and changes work', async () => {
  await using pgbouncer = await startPgBouncer(database.url);
  const lines: string[] = [];
  await using program = await openPooled(pgbouncer, lines);
  const key = await givenKey(database.db, { rate_limit_per_min: 100_000 });
  await givenCredits(database.db, key.account, 500);

  const body = 'profile_url,full_name,email\ngithub.com/asha-example,Asha Example,asha@works.example.com\n';
  const headers = { 'content-type': 'text/csv' };
  const imported = await program.call('/api/v1/admin/directory/imports', { method: 'POST', body, headers });
  assert.equal(imported.status, 200, await imported.text());

  const asKey = { authorization: `Bearer ${key.text}` };
  const find = async () => {
    const profile = JSON.stringify({ profile_url: 'github.com/asha-example' });
    const answer = await program.call('/api/v1/find', { method: 'POST', body: profile, headers: asKey });
    return answer.status === 200 ? 'found' : `${answer.status} ${await answer.text()}`;
  };
  const answers = await Promise.all(Array.from({ length: 400 }, find));
  assert.deepEqual(new Set(answers), new Set(['found']));
  assert.equal((await balanceOf(database.db, key.account)).balance, 100);

  const platform = await Promise.all(
    Array.from({ length: 40 }, async () => (await program.call('/api/v1/admin/platform')).status),
  );
  assert.deepEqual(new Set(platform), new Set([200]));

  const profiles = [{ profile_url: 'github.com/asha-example' }];
  const made = await program.call('/api/v1/jobs', {
    method: 'POST',
    body: JSON.stringify({ profiles }),
    headers: asKey,
  });
  const { id } = (await made.json()) as { id: string };
  await eventually(async () => {
    const job = await program.call(`/api/v1/jobs/${id}`, { headers: asKey });
    assert.equal(((await job.json()) as { status: string }).status, 'completed');
  });

  // Announced over the direct connection: the key's end is in force although it was found a moment ago.
  await database.pool.query('update api_key set revoked_at = clock_timestamp() where id = $1', [key.id]);
  await eventually(async () => assert.match(await find(), /^401/));
  assert.deepEqual(
    lines.filter((line) => /"level":[45]0/.test(line)),
    [],
  );
});
