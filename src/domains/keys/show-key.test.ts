import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { daysAfter } from '#core/clock.ts';
import { balancesNow } from '#domains/credits/sql/lots.ts';
import { givenCredits, givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { keysById } from './sql/keys.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const grant = (account: number, credits: number, expiresAt: Date) =>
  givenCredits(db, account, credits, { expiresAt });

test('a key holder sees the key, never its text, and the credits with the soonest expiry', async () => {
  const startedAt = Date.now();
  const key = await givenKey(db, { accountId: 'holder', plan: 'growth', allowed_ips: ['127.0.0.0/8'] });
  const [soon, later] = [daysAfter(new Date(), 10), daysAfter(new Date(), 20)];
  await grant(key.account, 5, later);
  await grant(key.account, 3, soon);
  const response = await service.withKey(key.text, 'GET', '/api/v1/key/info');
  assert.equal(response.statusCode, 200, response.body);
  const { created_at, prefix, ...rest } = response.json();
  assert.ok(Date.parse(created_at) >= startedAt && Date.parse(created_at) <= Date.now());
  assert.equal(prefix, key.text.slice(0, 17));
  assert.deepEqual(rest, {
    id: key.id,
    account_id: 'holder',
    name: '',
    plan: 'growth',
    mode: 'live',
    status: 'active',
    rate_limit_per_min: 60,
    chosen_rate_per_min: null,
    allowed_ips: ['127.0.0.0/8'],
    expires_at: null,
    credits: { balance: 8, held: 0, next_expiry: { at: soon.toISOString(), credits: 3 } },
  });
});

test('the dashboard sees the newest active live key of the account', async () => {
  const accountId = 'several keys';
  const first = await givenKey(db, { accountId });
  await givenKey(db, { accountId, expires_at: new Date('2020-01-01T00:00:00Z') });
  await givenKey(db, { accountId, mode: 'test' });
  const path = `/internal/key/by-account/${encodeURIComponent(accountId)}`;
  assert.equal((await service.internal('GET', path)).json().id, first.id);
  await sql`update api_key set revoked_at = now() where id = ${first.id}`.execute(db);
  assert.equal((await service.internal('GET', path)).json().status, 'expired');
});

test('an account without a live key, and an unknown one, are 404', async () => {
  await givenKey(db, { accountId: 'only a test key', mode: 'test' });
  for (const accountId of ['only a test key', 'nobody']) {
    const response = await service.internal(
      'GET',
      `/internal/key/by-account/${encodeURIComponent(accountId)}`,
    );
    assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
  }
});

test('of callers who ask at the same time, each sees their own key and credits', async () => {
  const keys = [];
  for (const credits of [1, 2, 3]) {
    const key = await givenKey(db, { accountId: `crowd ${credits}` });
    await grant(key.account, credits, daysAfter(new Date(), credits));
    keys.push(key);
  }
  const asked = [...keys, ...keys];
  const answers = await Promise.all(
    asked.map(({ text }) => service.withKey(text, 'GET', '/api/v1/key/info')),
  );
  assert.deepEqual(
    answers.map((answer) => [answer.json().id, answer.json().credits.balance]),
    asked.map(({ id }, at) => [id, (at % keys.length) + 1]),
  );
});

test('what a key holder asks often is not planned again', async () => {
  const key = await givenKey(db, { accountId: 'asks-often' });
  await db.connection().execute(async (connection) => {
    for (let asked = 0; asked < 10; asked += 1) {
      await keysById(connection, [key.id]);
      await balancesNow(connection, [key.account]);
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      connection,
    );
    const prepared = rows.map(({ statement }) => statement);
    for (const words of ['from api_key as key join account', 'from credit_lot, (select ledger_now()'])
      assert.equal(prepared.filter((statement) => statement.includes(words)).length, 1, words);
  });
});
