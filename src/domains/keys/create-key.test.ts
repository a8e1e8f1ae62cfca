import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testSecrets, testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const create = (body: object, headers: Record<string, string> = {}) =>
  service.request('POST', '/api/v1/keys/create', {
    body,
    headers: { 'x-admin-secret': testSecrets.admin_secret, ...headers },
  });
const infoOf = async (key: string) => (await service.withKey(key, 'GET', '/api/v1/key/info')).json();
const { pool } = service.database;

test('a key for a new email comes with an account and 25 credits for a year, and opens doors', async () => {
  const response = await create({ email: ' New.Person@Example.com ' });
  assert.equal(response.statusCode, 200, response.body);
  const { key, account_id, email, plan, mode, status, credits, expires_at, allowed_ips } = response.json();
  assert.deepEqual(
    { account_id, email, plan, mode, status, credits, expires_at, allowed_ips },
    {
      account_id: 'new.person@example.com',
      email: 'new.person@example.com',
      plan: 'credits_25',
      mode: 'live',
      status: 'active',
      credits: 25,
      expires_at: null,
      allowed_ips: [],
    },
  );
  const info = await infoOf(key);
  assert.equal(info.credits.balance, 25);
  const days = (Date.parse(info.credits.next_expiry.at) - Date.now()) / 86_400_000;
  assert.ok(days > 364.9 && days <= 365, `${days} days`);
});

test('the raw key is neither stored nor shown again', async () => {
  const { key, prefix } = (await create({ email: 'secret@example.com' })).json();
  const secret = key.slice('cty_live_'.length);
  for (const table of ['api_key', 'audit_entry', 'idempotent_answer', 'credit_lot']) {
    const { rows } = await pool.query(`select row.*::text as text from ${table} as row`);
    assert.ok(!rows.some(({ text }) => text.includes(secret)), table);
  }
  assert.ok(!(await service.admin('GET', '/api/v1/keys/list')).body.includes(secret));
  assert.ok(!JSON.stringify(await infoOf(key)).includes(secret));
  assert.equal(prefix, key.slice(0, 17));
});

const grants: [body: object, credits: number, rate: number][] = [
  [{ plan: 'growth' }, 80, 60],
  [{ plan: 'growth', credits: 500 }, 500, 60],
  [{ plan: 'none' }, 0, 20],
  [{ plan: 'enterprise' }, 0, 300],
  [{ plan: 'topup_20', rate_limit_per_min: 7 }, 20, 7],
  [{ mode: 'test' }, 0, 20],
  [{ mode: 'test', credits: 3 }, 3, 20],
];
for (const [body, credits, rate] of grants) {
  test(`${JSON.stringify(body)} grants ${credits} credits at ${rate} a minute`, async () => {
    const made = (
      await create({
        email: `grant-${credits}-${rate}-${grants.findIndex(([b]) => b === body)}@example.com`,
        ...body,
      })
    ).json();
    assert.deepEqual([made.credits, made.rate_limit_per_min], [credits, rate]);
    assert.equal((await infoOf(made.key)).credits.balance, credits);
  });
}

test('an end in days and a restriction to addresses are kept and shown', async () => {
  const body = {
    email: 'bounded@example.com',
    expires_in_days: 3650,
    allowed_ips: '::ffff:127.0.0.1, 2001:db8::/32,127.0.0.1',
  };
  const made = (await create(body)).json();
  assert.deepEqual(made.allowed_ips, ['127.0.0.1', '2001:db8::/32']);
  const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 3649.9 && days <= 3650, `${days} days`);
  assert.equal((await infoOf(made.key)).id, made.id);
});

test('a second key for the same email belongs to the same account', async () => {
  const first = (await create({ email: 'twice@example.com', account_id: 'user_twice' })).json();
  const second = (await create({ email: 'Twice@example.com' })).json();
  assert.equal(second.account_id, 'user_twice');
  assert.notEqual(second.key, first.key);
  assert.equal((await infoOf(second.key)).credits.balance, 25);
});

test('keys that are created at the same time for a new email share one account, and one brings the credits', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => create({ email: 'crowd@example.com' })));
  assert.deepEqual(new Set(made.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal((await infoOf(made[0]!.json().key)).credits.balance, 25);
});

const refusals: [words: string, body: object, status: number, named: string][] = [
  ['no email', {}, 422, 'email'],
  ['an email without a domain', { email: 'someone' }, 422, 'email'],
  ['an account_id of blanks', { email: 'a@example.com', account_id: '  ' }, 422, 'account_id'],
  ['an unknown plan', { email: 'a@example.com', plan: 'gold' }, 404, 'unknown_plan'],
  ['a bad address', { email: 'a@example.com', allowed_ips: '203.0.113.7, example.com' }, 422, 'allowed_ips'],
  [
    'a rate beyond the bounds',
    { email: 'a@example.com', rate_limit_per_min: 1_000_001 },
    422,
    'rate_limit_per_min',
  ],
  ['fewer than no credits', { email: 'a@example.com', credits: -1 }, 422, 'credits'],
  ['an end beyond ten years', { email: 'a@example.com', expires_in_days: 3651 }, 422, 'expires_in_days'],
  ['a note that is too long', { email: 'a@example.com', note: 'x'.repeat(501) }, 422, 'note'],
  ['a member that does not exist', { email: 'a@example.com', rate: 5 }, 422, 'rate'],
  ['a very long email without an account_id', { email: `a@${'a.'.repeat(110)}example` }, 422, 'account_id'],
];
for (const [words, body, status, named] of refusals) {
  test(`${words} is refused with ${status} naming ${named}, and nothing is written`, async () => {
    const rows = async () => (await pool.query('select count(*)::int as rows from account')).rows[0].rows;
    const before = await rows();
    const response = await create(body);
    assert.equal(response.statusCode, status, response.body);
    assert.equal(status === 422 ? response.json().detail[0].loc[1] : response.json().code, named);
    assert.equal(await rows(), before);
  });
}

test("another account's email is refused, and so is another email for an account that has one", async () => {
  await create({ email: 'holder@example.com', account_id: 'user_holder' });
  const taken = await create({ email: 'holder@example.com', account_id: 'user_intruder' });
  assert.deepEqual([taken.statusCode, taken.json().code], [409, 'handle_taken']);
  const other = await create({ email: 'else@example.com', account_id: 'user_holder' });
  assert.deepEqual([other.statusCode, other.json().detail[0].loc], [422, ['body', 'email']]);
});

test('the same idempotency key gives the same raw key again, grants once, and is not readable in the database', async () => {
  const send = (note: string) => create({ email: 'again@example.com', note }, { 'idempotency-key': 'one' });
  const [first, second] = [await send('a'), await send('a')];
  assert.equal(second.body, first.body);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal((await infoOf(first.json().key)).credits.balance, 25);
  assert.equal((await send('b')).json().code, 'idempotency_conflict');
  const { rows } = await pool.query('select body::text as text from idempotent_answer');
  assert.ok(rows.length > 0 && !rows.some(({ text }) => text.includes(first.json().prefix.slice(0, 13))));
});

test('the audit row names the operator, the key and the account', async () => {
  const { id } = (
    await create({ email: 'audited@example.com', note: 'pilot' }, { 'x-ops-actor': 'asha' })
  ).json();
  const { rows } = await pool.query(`select * from audit_entry where details->>'key_id' = $1`, [id]);
  assert.equal(rows.length, 1);
  assert.deepEqual(
    [rows[0].actor, rows[0].operation, rows[0].event],
    ['asha', 'keys.create-key', 'key.created'],
  );
  assert.deepEqual(
    [rows[0].details.account_id, rows[0].details.credits, rows[0].details.after.note],
    ['audited@example.com', 25, 'pilot'],
  );
});

test("the plan's credits come with an account's first live key, and further keys bring what is asked for", async () => {
  const body = { email: 'many-keys@example.com' };
  const granted = [];
  for (const further of [{ mode: 'test' }, {}, {}, { credits: 7 }]) {
    granted.push((await create({ ...body, ...further })).json().credits);
  }
  assert.deepEqual(granted, [0, 25, 0, 7]);
});
