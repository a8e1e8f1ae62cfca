import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTooMuch } from '#test/scale/rows-read.ts';
import { asOperator, customer, find, givenAccount, givenKey } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const { db, pool } = service.database;
  const asha = await givenAccount(db, { accountId: 'acct_100%', email: 'asha@works.example' });
  const ravi = await givenAccount(db, { accountId: 'acct_200', email: 'ravi@labs.example' });
  const leela = await givenAccount(db, { accountId: 'Leela', email: 'l@labs.example' });
  await pool.query(
    `insert into whatsapp_number (account, number, recorded_at, verified_at)
     values ($1, '+447700900123', now(), now()), ($2, '+447700900456', now(), null), ($3, '+919820012345', now(), null)`,
    [asha.account, ravi.account, leela.account],
  );
  await pool.query(
    `insert into business_profile (account, first_name, last_name, address_line1, address_line2, city, state_code, pincode,
       gstin, saved_by, saved_at)
     values ($1, 'Asha', 'Example Rao', 'a', '', 'c', '27', '400001', '27ABCDE1234F1Z5', 'test', now())`,
    [asha.account],
  );
  await pool.query('update account set rate_limit_per_min = 77 where id = $1', [leela.account]);
});
after(() => service?.[Symbol.asyncDispose]());

const path = '/api/v1/admin/growth/accounts';
const found = async (query: Record<string, string>): Promise<string[]> => {
  const { items } = await asOperator(service, 'GET', `${path}?${new URLSearchParams(query)}`);
  return items.map(({ account_id }: { account_id: string }) => account_id);
};
const all = ['Leela', 'acct_200', 'acct_100%'];

for (const [query, accounts] of [
  [{}, all],
  [{ email: ' Asha@works.example' }, ['acct_100%']],
  [{ account_id: 'acct_200' }, ['acct_200']],
  [{ account_id: 'acct_20' }, []],
  [{ q: 'ACCT_' }, ['acct_200', 'acct_100%']],
  [{ q: 'acct_100%' }, ['acct_100%']],
  [{ q: 'acct%' }, []],
  [{ q: 'leel' }, ['Leela']],
  [{ q: 'ravi@' }, ['acct_200']],
  [{ q: 'labs.example' }, ['Leela', 'acct_200']],
  [{ q: '@labs.example' }, ['Leela', 'acct_200']],
  [{ q: 'asha ex' }, ['acct_100%']],
  [{ q: 'example r' }, ['acct_100%']],
  [{ q: '+44 7700 9001' }, ['acct_100%']],
  [{ q: '98200 12345' }, ['Leela']],
  [{ q: '09820012345' }, ['Leela']],
  [{ q: '9820012344' }, []],
  [{ q: '27abcde1234f1z5' }, ['acct_100%']],
  [{ q: 'nobody' }, []],
  [{ rpm: '77' }, ['Leela']],
  [{ rpm: 'set' }, ['Leela']],
  [{ rpm: 'unset' }, ['acct_200', 'acct_100%']],
  [{ whatsapp: 'verified' }, ['acct_100%']],
  [{ whatsapp: 'recorded' }, ['Leela', 'acct_200']],
  [{ whatsapp: 'none' }, []],
  [{ whatsapp: '+44 7700 900456' }, ['acct_200']],
  [{ q: 'acct_', whatsapp: 'recorded' }, ['acct_200']],
] as [Record<string, string>, string[]][]) {
  test(`${JSON.stringify(query)} finds ${accounts.join(', ') || 'nobody'}`, async () => {
    assert.deepEqual(await found(query), accounts);
  });
}

test('an account is found by the beginning of its key as shown, and by the id of the key', async () => {
  const { accountId, id, text } = await givenKey(service.database.db, { accountId: 'Leela' });
  assert.deepEqual(await found({ q: text.slice(0, 13) }), [accountId]);
  assert.deepEqual(await found({ q: id }), [accountId]);
});

test('a whole key is refused in a search, as queries are logged', async () => {
  const response = await service.admin('GET', `${path}?q=cty_live_${'x'.repeat(38)}`);
  assert.equal(response.statusCode, 422);
  assert.deepEqual(response.json().detail[0].loc, ['query', 'q']);
});

test('a key that came without credits is no plan', async () => {
  await givenKey(service.database.db, { accountId: 'Leela', plan: 'none' });
  const { items } = await asOperator(service, 'GET', `${path}?account_id=Leela`);
  assert.ok(!items[0].plan_ids.includes('none'));
});

for (const [subject_type, subject] of [
  ['account', 'acct_200'],
  ['email', 'ravi@labs.example'],
]) {
  test(`a lock on an ${subject_type} shows, and filters, until it is lifted`, async () => {
    const lock = { subject_type, subject };
    await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
    assert.deepEqual(await found({ locked: 'true' }), ['acct_200']);
    assert.deepEqual(await found({ locked: 'false' }), ['Leela', 'acct_100%']);
    const { items } = await asOperator(service, 'GET', `${path}?account_id=acct_200`);
    assert.equal(items[0].locked, true);
    await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', lock);
    assert.deepEqual(await found({ locked: 'true' }), []);
  });
}

test('a lock on a domain stops everyone with an email there', async () => {
  const lock = { subject_type: 'email_domain', subject: 'labs.example' };
  await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
  assert.deepEqual(await found({ locked: 'true' }), ['Leela', 'acct_200']);
  await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', lock);
});

test('an account comes with its balance, plan, key, number and last call', async () => {
  const { accountId, key, keyId } = await customer(service, 30, { plan: 'growth' });
  await find(service, { key }, 'github.com/nobody-known');
  const { items } = await asOperator(service, 'GET', `${path}?account_id=${accountId}`);
  const { created_at, last_call_at, key: shown, ...report } = items[0];
  assert.deepEqual(report, {
    account_id: accountId,
    closed_at: null,
    email: `${accountId}@example.com`,
    other_emails: [],
    name: null,
    locked: false,
    balance: 30,
    plan_ids: ['growth'],
    rate_limit_per_min: null,
    whatsapp: null,
  });
  assert.deepEqual([shown.id, shown.status], [keyId, 'active']);
  assert.ok(last_call_at >= created_at);

  const [asha] = (await asOperator(service, 'GET', `${path}?q=asha`)).items;
  assert.deepEqual([asha.name, asha.whatsapp.number], ['Asha Example Rao', '+44•••••••123']);
});

test('pages follow each other, and the last one says so', async () => {
  const first = await asOperator(service, 'GET', `${path}?q=acct_&limit=1`);
  const second = await asOperator(service, 'GET', `${path}?q=acct_&limit=1&offset=${first.next_offset}`);
  assert.deepEqual(
    [first.items[0].account_id, second.items[0].account_id, second.next_offset],
    ['acct_200', 'acct_100%', null],
  );
  const oldest = await asOperator(service, 'GET', `${path}?q=acct_&limit=1&order=oldest`);
  assert.equal(oldest.items[0].account_id, 'acct_100%');
});

test('among many accounts, a text that few begin with is found by the indexes', async () => {
  const { pool } = service.database;
  await pool.query(`begin; alter table account disable trigger user;
    insert into account (account_id, email)
    select 'many-' || n, 'many-' || n || '@many.example' from generate_series(1, 10000) n;
    alter table account enable trigger user; commit; analyze account`);
  for (const [q, accounts] of [
    ['many-777@', ['many-777']],
    ['MANY-9999', ['many-9999']],
    ['nobody-at-all', []],
  ] as const) {
    const excess = await readTooMuch(service, new Map([['account', 100]]), async () =>
      assert.deepEqual(await found({ q, limit: '1' }), accounts),
    );
    assert.deepEqual(excess, [], q);
  }
  const [newest] = await found({ q: '@many.example', limit: '1' });
  assert.equal(newest, 'many-10000');
});

for (const [query, named] of [
  ['locked=yes', 'locked'],
  ['rpm=0', 'rpm'],
  ['rpm=fast', 'rpm'],
  ['whatsapp=maybe', 'whatsapp'],
  ['email=someone', 'email'],
  ['limit=0', 'limit'],
  ['offset=-1', 'offset'],
]) {
  test(`${query} is 422 naming ${named}`, async () => {
    const response = await service.admin('GET', `${path}?${query}`);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['query', named]]);
  });
}
