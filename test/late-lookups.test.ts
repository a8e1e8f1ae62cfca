import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from './support/eventually.ts';
import { openWaterfall, type Waterfall } from './support/waterfall.ts';

/** How lookups end that ask paid sources: with what was set aside, later than their caller waited, or without a credit. */
let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
});
after(() => waterfall[Symbol.asyncDispose]());
beforeEach(() => waterfall.begin());

const link = 'linkedin.com/in/asha-example';

const ended = (
  key: string,
  id: string,
): Promise<{ status: string; credits: object; warnings: { code: string }[] }> =>
  eventually(async () => {
    const answer = (await waterfall.service.withKey(key, 'GET', `/api/v1/find/${id}`)).json();
    assert.notEqual(answer.status, 'pending');
    return answer;
  });

for (const [words, handle] of [
  ['known to a source', 'ravi.sample'],
  ['whom no source knows', 'nobody-example'],
] as const) {
  test(`a pending lookup of somebody ${words} ends as failed and free when its credit was freed and spent meanwhile`, async () => {
    await waterfall.askOnly(['gitlab', 'people_data_labs'], { lookup_budget_ms: 50 });
    const { key, accountId } = await waterfall.accountWith(1);
    waterfall.standIn('gitlab').control.trouble = 'silent';
    const pending = await waterfall.find(key, { profile_url: `gitlab.com/${handle}` });
    assert.equal(pending.statusCode, 202, pending.body);
    const { pool } = waterfall.service.database;
    await pool.query("update credit_hold set lease_until = '-infinity' where status = 'open'");
    await pool.query('select credit_sweep_holds(100)');
    await pool.query(
      `select * from credit_spend_batch(array(select id from account where account_id = $1), array[1::bigint], array[gen_random_uuid()])`,
      [accountId],
    );

    waterfall.standIn('gitlab').release();
    const answer = await ended(key, pending.json().id);
    assert.equal(answer.status, 'failed');
    assert.deepEqual(answer.credits, { charged: 0, remaining: 0, reason: 'failed' });
    assert.deepEqual(
      answer.warnings.map(({ code }) => code),
      ['insufficient_credits'],
    );
  });
}

test('what a paid source gave is free again for as long as repeats are', async () => {
  await waterfall.askOnly(['prospeo'], { free_repeat_days: 30 });
  const { key, accountId } = await waterfall.accountWith(3);
  const first = await waterfall.find(key, { profile_url: link });
  assert.equal(first.json().credits.reason, 'completed_lookup');
  const second = await waterfall.find(key, { profile_url: link });
  assert.deepEqual(second.json().credits, { charged: 0, remaining: 2, reason: 'repeat' });
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 2, held: 0 });
});

test('the history says for what credits were set aside, paid and given back', async () => {
  await waterfall.askOnly(['prospeo']);
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
