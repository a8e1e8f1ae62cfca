import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openWaterfall, paidIds, type Waterfall } from './support/waterfall.ts';

/** How lookups end that ask paid sources: with what was set aside, later than their caller waited, or without a credit. */
let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
});
after(() => waterfall[Symbol.asyncDispose]());
beforeEach(() => waterfall.begin());

const link = 'linkedin.com/in/asha-example';

async function setUp(changes: object, on: string[]): Promise<void> {
  const { database, app } = waterfall.service;
  await waterfall.switchSources(
    [...paidIds, 'github'].filter((id) => !on.includes(id)),
    false,
  );
  await database.pool.query(
    `insert into setting_version (version, changes, reason, actor)
     select max(version) + 1, (select changes from setting_version order by version desc limit 1) || $1::jsonb, 'a test', 'a test'
     from setting_version`,
    [JSON.stringify(changes)],
  );
  await app.kernel.ports.settings.reload();
}

async function ended(
  key: string,
  id: string,
): Promise<{ status: string; credits: object; warnings: { code: string }[] }> {
  for (;;) {
    const answer = (await waterfall.service.withKey(key, 'GET', `/api/v1/find/${id}`)).json();
    if (answer.status !== 'pending') return answer;
    await pause(10);
  }
}

test('a pending lookup for which no credit is left ends as failed and free', async () => {
  await setUp({ lookup_budget_ms: 50 }, ['github', 'people_data_labs']);
  const { key, accountId } = await waterfall.accountWith(1);
  waterfall.standIn('github').control.trouble = 'silent';
  const pending = await waterfall.find(key, { profile_url: 'github.com/nobody-example' });
  assert.equal(pending.statusCode, 202, pending.body);
  const { pool } = waterfall.service.database;
  await pool.query(
    `select * from credit_spend((select id from account where account_id = $1), 1, gen_random_uuid())`,
    [accountId],
  );

  waterfall.standIn('github').release();
  const answer = await ended(key, pending.json().id);
  assert.equal(answer.status, 'failed');
  assert.deepEqual(answer.credits, { charged: 0, remaining: 0, reason: 'failed' });
  assert.deepEqual(
    answer.warnings.map(({ code }) => code),
    ['insufficient_credits'],
  );
});

test('what a paid source gave is free again for as long as repeats are', async () => {
  await setUp({ free_repeat_days: 30 }, ['prospeo']);
  const { key, accountId } = await waterfall.accountWith(3);
  const first = await waterfall.find(key, { profile_url: link });
  assert.equal(first.json().credits.reason, 'completed_lookup');
  const second = await waterfall.find(key, { profile_url: link });
  assert.deepEqual(second.json().credits, { charged: 0, remaining: 2, reason: 'repeat' });
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 2, held: 0 });
});

test('the history says for what credits were set aside, paid and given back', async () => {
  await setUp({}, ['prospeo']);
  const { key, accountId } = await waterfall.accountWith(3);
  await waterfall.find(key, { profile_url: link });
  await waterfall.find(key, { profile_url: 'linkedin.com/in/nobody-example' });
  const response = await waterfall.service.internal('GET', `/internal/billing/history/${accountId}`);
  const entries = response
    .json()
    .items.map((entry: { kind: string; reason: string }) => [entry.kind, entry.reason]);
  assert.deepEqual(entries.slice(0, 4), [
    ['release', 'not_found'],
    ['hold', 'not_found'],
    ['settle', 'completed_lookup'],
    ['hold', 'completed_lookup'],
  ]);
});
