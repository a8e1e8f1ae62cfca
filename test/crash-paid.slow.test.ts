import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStandIns, type StandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import { Finder } from '#domains/lookup/index.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { openProgram, type Program } from './support/program.ts';
import { testService } from './support/service.ts';

/** The real program is killed while a vendor answers, when a credit is set aside and nothing is paid yet. */
let database: TestDatabase;
let standIns: StandIns;
let environment: Record<string, string>;
let program: Program;

before(async () => {
  database = await testDatabase();
  standIns = await openStandIns();
  environment = { ...standIns.environment, SOURCES: 'prospeo' };
  program = openProgram({ ...environment, DATABASE_URL: database.url });
  await program.start();
});

after(async () => {
  for (const one of standIns.byName.values()) one.release();
  await program[Symbol.asyncDispose]();
  await standIns[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const vendor = () => standIns.byName.get('prospeo')!;
const known = 'https://www.linkedin.com/in/asha-example';
const unknown = 'https://www.linkedin.com/in/nobody-example';

async function account(accountId: string, credits = 3): Promise<string> {
  const response = await program.call('/api/v1/keys/create', {
    method: 'POST',
    body: JSON.stringify({ email: `${accountId}@example.com`, account_id: accountId, credits }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { key: string }).key;
}

const find = (key: string, profile_url: string): Promise<Response | null> =>
  program
    .call('/api/v1/find', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'once' },
      body: JSON.stringify({ profile_url }),
    })
    .catch(() => null);

async function statusOf(lookup: Promise<Response | null>): Promise<string> {
  const response = await lookup;
  assert.ok(response);
  return ((await response.json()) as { status: string }).status;
}

async function books(accountId: string): Promise<{ balance: number; held: number }> {
  const response = await program.call(`/internal/billing/balance/${accountId}`);
  const { balance, held } = (await response.json()) as { balance: number; held: number };
  return { balance, held };
}

/** Kills it when the vendor has taken the question and sends its answer, and starts it again. */
async function killedWhileAsking(lookup: () => Promise<Response | null>): Promise<void> {
  vendor().control.trouble = 'silent';
  const asked = vendor().received(vendor().calls.length + 1);
  const answer = lookup();
  await asked;
  vendor().release();
  program.kill();
  assert.equal(await answer, null, 'the caller is told nothing');
  vendor().control.trouble = 'none';
  await program.start();
  await leasesEnd();
}

/** As if the few seconds had passed after which a process that says nothing counts as dead. */
const leasesEnd = () =>
  database.pool.query("update lookup set working_until = clock_timestamp() where status = 'pending'");

const reconciled = async () => (await database.pool.query('select * from credit_reconcile()')).rows;

test('a paid hit whose process dies costs exactly one credit when it is repeated', async () => {
  const key = await account('paid-hit');
  await killedWhileAsking(() => find(key, known));
  assert.deepEqual(await books('paid-hit'), { balance: 2, held: 1 });

  assert.equal(await statusOf(find(key, known)), 'completed');
  assert.deepEqual(await books('paid-hit'), { balance: 2, held: 0 });
  const third = await find(key, known);
  assert.equal(third?.headers.get('idempotency-replayed'), 'true');
  assert.deepEqual(await books('paid-hit'), { balance: 2, held: 0 });
  assert.deepEqual(await reconciled(), []);
});

test('with the last credit set aside by a process that died, a repeat takes the lookup over and is answered', async () => {
  const key = await account('last-credit', 1);
  await killedWhileAsking(() => find(key, known));
  assert.deepEqual(await books('last-credit'), { balance: 0, held: 1 });
  const calls = vendor().calls.length;
  assert.equal(await statusOf(find(key, known)), 'completed');
  assert.equal(vendor().calls.length, calls + 1);
  assert.deepEqual(await books('last-credit'), { balance: 0, held: 0 });
  assert.deepEqual(await reconciled(), []);
});

test('a lookup whose process died twice is given up: it is failed and free, and operators are told', async () => {
  const key = await account('deadly');
  await killedWhileAsking(() => find(key, known));
  await killedWhileAsking(() => find(key, known));
  const calls = vendor().calls.length;
  const answer = (await (await find(key, known))!.json()) as {
    id: string;
    status: string;
    warnings: { code: string }[];
  };
  assert.deepEqual([answer.status, answer.warnings[0]?.code], ['failed', 'lookup_gave_up']);
  assert.equal(vendor().calls.length, calls, 'nobody is asked any more');
  assert.deepEqual(await books('deadly'), { balance: 3, held: 0 });
  const { rows } = await database.pool.query(
    "select subject, details->>'account_id' as account from operator_alert where kind = 'lookup_gave_up'",
  );
  assert.deepEqual(rows, [{ subject: answer.id, account: 'deadly' }]);
  assert.deepEqual(await reconciled(), []);
});

test('a paid miss whose process dies costs nothing', async () => {
  const key = await account('paid-miss');
  await killedWhileAsking(() => find(key, unknown));
  assert.equal(await statusOf(find(key, unknown)), 'not_found');
  assert.deepEqual(await books('paid-miss'), { balance: 3, held: 0 });
  assert.deepEqual(await reconciled(), []);
});

test('a credit set aside by a process that died, for a lookup nobody repeats, is free when its lease is over', async () => {
  const key = await account('given-up');
  await killedWhileAsking(() => find(key, known));
  assert.deepEqual(await books('given-up'), { balance: 2, held: 1 });
  await database.pool.query("update credit_hold set lease_until = clock_timestamp() where status = 'open'");
  await database.pool.query('select credit_sweep_holds(100)');
  assert.deepEqual(await books('given-up'), { balance: 3, held: 0 });
  assert.deepEqual(await reconciled(), []);
});

test('a pending lookup whose process died is finished by another one, and paid once', async () => {
  const key = await account('left-behind');
  await database.pool.query(
    `insert into setting_version (version, changes, reason, actor)
     select coalesce(max(version), 0) + 1, '{"lookup_budget_ms": 50}', 'a test', 'a test' from setting_version`,
  );
  program.kill();
  await program.start();
  vendor().control.trouble = 'silent';
  const pending = await find(key, known);
  assert.equal(pending?.status, 202);
  const { id } = (await pending.json()) as { id: string };
  program.kill();
  vendor().release();
  vendor().control.trouble = 'none';
  await leasesEnd();

  await using other = await testService({ database, environment });
  await other.app.kernel.ports.use(Finder).finishAbandoned();
  const answer = await other.withKey(key, 'GET', `/api/v1/find/${id}`);
  assert.equal(answer.json().status, 'completed');
  assert.deepEqual(answer.json().credits, { charged: 1, remaining: 2, reason: 'completed_lookup' });
  await other.app.kernel.ports.use(Finder).finishAbandoned();
  const { balance, held } = (await other.internal('GET', '/internal/billing/balance/left-behind')).json();
  assert.deepEqual({ balance, held }, { balance: 2, held: 0 });
  assert.deepEqual(await reconciled(), []);
});
