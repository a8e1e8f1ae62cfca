import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { TestService } from './support/service.ts';
import { openWaterfall, type Waterfall } from './support/waterfall.ts';

/** People whom the caller's `name` rules out: they are free, so they must not be bought again and again. */
const known = 'linkedin.com/in/asha-example';
let waterfall: Waterfall;
let service: TestService;
before(async () => {
  waterfall = await openWaterfall();
  ({ service } = waterfall);
});
after(() => waterfall[Symbol.asyncDispose]());
beforeEach(() => waterfall.begin());

const calls = () => waterfall.standIn('prospeo').calls.length;
const warningsOf = (body: string): string[] =>
  JSON.parse(body).warnings.map(({ code }: { code: string }) => code);

test('twenty lookups with wrong names buy one answer of a vendor, and the right name is still asked for', async () => {
  await waterfall.askOnly(['prospeo']);
  const { key, accountId } = await waterfall.accountWith(3);
  for (let time = 1; time <= 20; time += 1) {
    const response = await waterfall.find(key, { profile_url: known, name: `Zoltan Wrong-${time}` });
    assert.equal(response.json().status, 'not_found');
    assert.deepEqual(warningsOf(response.body), ['name_mismatch']);
    assert.equal(response.json().credits.charged, 0);
  }
  assert.equal(calls(), 1);
  const { unearned_vendor_money } = (await service.admin('GET', '/api/v1/admin/sources')).json();
  assert.equal(unearned_vendor_money.paise, 3500);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 3, held: 0 });

  const right = await waterfall.find(key, { profile_url: known, name: 'A. Example' });
  assert.equal(right.json().credits.charged, 1, right.body);
  assert.equal(calls(), 2);
});

test('a person whose name clashes in a free source is not asked of any paid source', async () => {
  await waterfall.askOnly(['github', 'people_data_labs']);
  const { key } = await waterfall.accountWith(1);
  const request = { profile_url: 'github.com/asha-example', include: ['phones'], name: 'Zoltan Wrong' };
  assert.deepEqual(warningsOf((await waterfall.find(key, request)).body), ['name_mismatch']);
  assert.equal(waterfall.standIn('people_data_labs').calls.length, 0);
});

test('what rules a person out is remembered for its account alone, for 30 days, and goes with an erasure', async () => {
  await waterfall.askOnly(['prospeo']);
  const wrong = { profile_url: known, name: 'Zoltan Wrong' };
  const [one, another] = [await waterfall.accountWith(3), await waterfall.accountWith(3)];
  const callsAfter = async (key: string) => {
    await waterfall.find(key, wrong);
    return calls();
  };
  assert.deepEqual([await callsAfter(one.key), await callsAfter(another.key)], [1, 2]);
  const { pool } = service.database;
  const age = (text: string) =>
    pool.query('update lookup_veto set vetoed_at = clock_timestamp() - $1::interval', [text]);
  await age('30 days -1 minute');
  assert.equal(await callsAfter(one.key), 2);
  await age('30 days 1 minute');
  assert.equal(await callsAfter(one.key), 3);

  const person = { profile_url: known, reason: 'a test' };
  const suppressed = await service.admin('POST', '/api/v1/admin/suppressions', person);
  assert.equal(suppressed.statusCode, 200, suppressed.body);
  assert.deepEqual((await pool.query('select * from lookup_veto')).rows, []);
  await pool.query('truncate suppression cascade');
});
