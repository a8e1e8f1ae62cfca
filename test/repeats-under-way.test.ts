import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Finder } from '#domains/lookup/index.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { eventually } from './support/eventually.ts';
import type { TestService } from './support/service.ts';
import { openWaterfall, type Waterfall } from './support/waterfall.ts';

/** A repeat with the same idempotency key, on another process, of a lookup that is under way or whose process died. */
const deadWorker = '00000000-0000-4000-8000-00000000dead';
const known = 'linkedin.com/in/asha-example';
const once = { 'idempotency-key': 'once' };
let waterfall: Waterfall;
let first: TestService;
let second: TestService;
before(async () => {
  waterfall = await openWaterfall();
  first = waterfall.service;
  second = await waterfall.another();
});
after(async () => {
  await second[Symbol.asyncDispose]();
  await waterfall[Symbol.asyncDispose]();
});
beforeEach(() => waterfall.begin());

async function askOnly(ids: string[], changes: object = {}): Promise<void> {
  await waterfall.askOnly(ids, changes);
  await second.app.kernel.ports.use(SettingsInForce).reload();
}

const findAt = (at: TestService, key: string, profile_url = known) =>
  at.withKey(key, 'POST', '/api/v1/find', { profile_url }, once);

const query = (text: string, values: unknown[] = []) => first.database.pool.query(text, values);

/** The process that works on pending lookups counts as dead from now on, whether it is or not. */
async function workerDies(): Promise<void> {
  await query("update lookup set worker = $1, working_until = clock_timestamp() where status = 'pending'", [
    deadWorker,
  ]);
  await query('update source_claim set holder = $1', [deadWorker]);
}

/** A lookup at the first process that waits for what a source holds back. */
async function askedOf(source: string, key: string, link = known) {
  const vendor = waterfall.standIn(source);
  vendor.control.trouble = 'silent';
  const asked = vendor.received(vendor.calls.length + 1);
  const answer = findAt(first, key, link);
  await asked;
  return {
    answer,
    release() {
      vendor.control.trouble = 'none';
      vendor.release();
    },
  };
}

async function reconciled(): Promise<void> {
  assert.deepEqual((await query('select * from credit_reconcile()')).rows, []);
}

test('a repeat on another process joins the lookup that holds the last credit: one question, one charge, one answer', async () => {
  await askOnly(['prospeo']);
  const { key, accountId } = await waterfall.accountWith(1);
  const asking = await askedOf('prospeo', key);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 0, held: 1 });
  const repeats = Array.from({ length: 10 }, () => findAt(second, key));
  asking.release();
  const [answer, ...repeated] = await Promise.all([asking.answer, ...repeats]);
  assert.equal(answer!.statusCode, 200, answer!.body);
  assert.deepEqual(answer!.json().credits, { charged: 1, remaining: 0, reason: 'completed_lookup' });
  for (const response of repeated) {
    assert.deepEqual(response.json(), answer!.json());
    assert.equal(response.headers['idempotency-replayed'], 'true');
  }
  assert.equal(waterfall.standIn('prospeo').calls.length, 1);
  await reconciled();
});

test('a repeat of a lookup that takes longer than the budget is answered as pending', async () => {
  await askOnly(['prospeo']);
  const { key } = await waterfall.accountWith(1);
  const asking = await askedOf('prospeo', key);
  await askOnly(['prospeo'], { lookup_budget_ms: 50 });
  const pending = await findAt(second, key);
  assert.deepEqual([pending.statusCode, pending.json().status], [202, 'pending']);
  asking.release();
  assert.equal((await asking.answer).json().status, 'completed');
  const fetched = await second.withKey(key, 'GET', `/api/v1/find/${pending.json().id}`);
  assert.equal(fetched.json().status, 'completed');
  assert.equal(waterfall.standIn('prospeo').calls.length, 1);
});

test('a repeat with another body while the lookup is under way is 409', async () => {
  await askOnly(['prospeo']);
  const { key } = await waterfall.accountWith(2);
  const asking = await askedOf('prospeo', key);
  assert.equal((await findAt(second, key, 'linkedin.com/in/ravi-sample')).statusCode, 409);
  asking.release();
  await asking.answer;
});

test('a process that was only frozen asks no paid source after another one has taken its lookup over', async () => {
  await askOnly(['gitlab', 'people_data_labs']);
  const { key, accountId } = await waterfall.accountWith(1);
  const frozen = await askedOf('gitlab', key, 'gitlab.com/nobody-example');
  await workerDies();
  const takenOver = await findAt(second, key, 'gitlab.com/nobody-example');
  assert.equal(takenOver.json().status, 'not_found', takenOver.body);
  frozen.release();
  assert.deepEqual((await frozen.answer).json(), takenOver.json());
  assert.equal(waterfall.standIn('people_data_labs').calls.length, 1);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 1, held: 0 });
  await reconciled();
});

test('a free source that was being read when the process died is not read again', async () => {
  await askOnly(['gitlab', 'people_data_labs']);
  const { key } = await waterfall.accountWith(1);
  const frozen = await askedOf('gitlab', key, 'gitlab.com/ravi.sample');
  await workerDies();
  const calls = waterfall.standIn('gitlab').calls.length;
  const answer = (await findAt(second, key, 'gitlab.com/ravi.sample')).json();
  assert.equal(waterfall.standIn('gitlab').calls.length, calls);
  assert.deepEqual(
    answer.warnings.map(({ code }: { code: string }) => code),
    ['sources_incomplete'],
  );
  frozen.release();
  await frozen.answer;
});

test('a dead process’s hold is released after a minute if the lookup isn’t repeated; a late repeat is a new lookup, paid once', async () => {
  await askOnly(['prospeo']);
  const { key, accountId } = await waterfall.accountWith(1);
  const frozen = await askedOf('prospeo', key);
  await workerDies();
  await first.app.kernel.ports.use(Finder).finishAbandoned();
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 0, held: 1 });
  await query(
    "update lookup set working_until = working_until - interval '61 seconds' where status = 'pending'",
  );
  await query("update source_claim set claimed_until = claimed_until - interval '61 seconds'");
  await first.app.kernel.ports.use(Finder).finishAbandoned();
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 1, held: 0 });

  const repeat = findAt(second, key);
  await eventually(async () => assert.deepEqual(await waterfall.booksOf(accountId), { balance: 0, held: 1 }));
  frozen.release();
  const [late, again] = [await repeat, await findAt(second, key)];
  assert.equal(late.json().status, 'completed', late.body);
  assert.deepEqual(again.json(), late.json());
  assert.deepEqual((await frozen.answer).json(), late.json());
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 0, held: 0 });
  await reconciled();
});
