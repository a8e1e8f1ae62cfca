import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, customer, importRows } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

let service: TestService;

before(async () => {
  service = await testService();
  await importRows(
    service,
    `profile_url,full_name,email,email_type,phone,link,source_url
https://www.linkedin.com/in/asha-tester,Asha Tester,asha@works.example,work,+12025550143,https://github.com/asha-tester,https://works.example/team
github.com/links-only-tester,Lee Tester,,,,https://lee.example/,
`,
  );
});
after(() => service[Symbol.asyncDispose]());

const accountWith = (credits: number, others: Record<string, unknown> = {}) =>
  customer(service, credits, others);

const findAs = (key: string, body: object | string, headers: object = {}) =>
  service.withKey(
    key,
    'POST',
    '/api/v1/find',
    typeof body === 'string' ? { profile_url: body } : body,
    headers,
  );

const balanceOf = async ({ accountId }: Customer): Promise<number> =>
  (await service.internal('GET', `/internal/billing/balance/${accountId}`)).json().balance;

async function spentCredits({ accountId }: Customer): Promise<number> {
  const { rows } = await service.database.pool.query(
    `select coalesce(sum(amount), 0)::int as spent from credit_ledger
     where kind = 2 and account = (select id from account where account_id = $1)`,
    [accountId],
  );
  return rows[0].spent;
}

async function assertLedgerBalances(): Promise<void> {
  const { rows } = await service.database.pool.query('select * from credit_reconcile()');
  assert.deepEqual(rows, []);
}

const formsOfOnePerson = [
  'https://www.linkedin.com/in/asha-tester',
  'linkedin.com/in/Asha-Tester/',
  'http://in.linkedin.com/in/asha-tester?trk=people-search',
  '//de.linkedin.com/in/asha-tester/en',
  'https://www.linkedin.com/mwlite/in/asha-tester',
  'www.linkedin.com/in/asha%2Dtester/details/experience/',
  '  <https://linkedin.com/comm/in/ASHA-TESTER#about>  ',
];

for (const form of formsOfOnePerson) {
  test(`${form.trim()} finds the person with provenance for one credit`, async () => {
    const account = await accountWith(3);

    const response = await findAs(account.key, form);

    assert.equal(response.statusCode, 200, response.body);
    const answer = response.json();
    assert.equal(answer.status, 'completed');
    assert.equal(answer.profile.url, 'https://www.linkedin.com/in/asha-tester');
    assert.deepEqual(
      answer.emails.map((email: { address: string }) => email.address),
      ['asha@works.example'],
    );
    for (const value of [...answer.emails, ...answer.phones, ...answer.links]) {
      assert.deepEqual(
        [value.sources[0].source, value.sources[0].url],
        ['directory', 'https://works.example/team'],
      );
    }
    assert.deepEqual(answer.credits, { charged: 1, remaining: 2, reason: 'completed_lookup' });
    assert.equal(response.headers['x-credits-charged'], '1');
    assert.equal(response.headers['x-credits-remaining'], '2');
    assert.equal(await balanceOf(account), 2);
  });
}

test('an unknown person is not found, with the same members, and free', async () => {
  const account = await accountWith(2);
  const hit = await findAs(account.key, formsOfOnePerson[0]!);
  const miss = await findAs(account.key, 'https://www.linkedin.com/in/nobody-known');
  assert.equal(miss.statusCode, 200);
  assert.equal(miss.json().status, 'not_found');
  assert.deepEqual(Object.keys(miss.json()), Object.keys(hit.json()));
  assert.deepEqual(miss.json().credits, { charged: 0, remaining: 1, reason: 'not_found' });
  assert.equal(await balanceOf(account), 1);
});

test('links alone are free', async () => {
  const account = await accountWith(2);
  assert.deepEqual((await findAs(account.key, 'github.com/links-only-tester')).json().credits, {
    charged: 0,
    remaining: 2,
    reason: 'links_only',
  });
  const linksAsked = await findAs(account.key, { profile_url: formsOfOnePerson[0], include: ['links'] });
  assert.equal(linksAsked.json().credits.reason, 'links_only');
  assert.deepEqual(linksAsked.json().emails, []);
});

test('a name that clearly belongs to another person vetoes the person, free', async () => {
  const account = await accountWith(2);
  const vetoed = await findAs(account.key, { profile_url: formsOfOnePerson[0], name: 'Zoltan Wrong' });
  assert.equal(vetoed.json().status, 'not_found');
  assert.equal(vetoed.json().warnings[0].code, 'name_mismatch');
  assert.equal(vetoed.json().credits.charged, 0);
  const accepted = await findAs(account.key, { profile_url: formsOfOnePerson[0], name: 'A. Tester' });
  assert.equal(accepted.json().status, 'completed');
});

test('a link that is no profile is 400 with the reason and a suggestion', async () => {
  const account = await accountWith(1);
  const response = await findAs(account.key, 'https://github.com/asha-tester/some-repository');
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().code, 'invalid_profile_url');
  assert.equal(response.json().reason, 'repository');
  assert.equal(response.json().suggestion, 'https://github.com/asha-tester');
  assert.equal(await balanceOf(account), 1);
});

test('with no credit left the answer is 402 for the known and the unknown alike', async () => {
  const account = await accountWith(1);
  await findAs(account.key, formsOfOnePerson[0]!);
  for (const link of [formsOfOnePerson[0]!, 'linkedin.com/in/nobody-known']) {
    const response = await findAs(account.key, link);
    assert.equal(response.statusCode, 402);
    assert.deepEqual(
      [response.json().code, response.json().balance, response.json().required],
      ['insufficient_credits', 0, 1],
    );
  }
});

test('of 64 concurrent lookups on 10 credits exactly 10 are paid and answered, the rest are 402', async () => {
  const account = await accountWith(10);
  const responses = await Promise.all(
    Array.from({ length: 64 }, () => findAs(account.key, formsOfOnePerson[0]!)),
  );
  const statuses = responses.map((response) => response.statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 402).length, 54);
  assert.equal(await spentCredits(account), 10);
  assert.equal(await balanceOf(account), 0);
  await assertLedgerBalances();
});

test('200 concurrent requests with one idempotency key are one charge and one answer', async () => {
  const account = await accountWith(50);
  const headers = { 'idempotency-key': 'one-purchase' };
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => findAs(account.key, formsOfOnePerson[0]!, headers)),
  );
  assert.deepEqual(new Set(responses.map((response) => response.statusCode)), new Set([200]));
  assert.equal(new Set(responses.map((response) => response.body)).size, 1);
  assert.equal(responses.filter((response) => response.headers['idempotency-replayed'] !== 'true').length, 1);
  assert.equal(await spentCredits(account), 1);
});

test('200 concurrent requests with one idempotency key over two processes are one charge and one answer', async () => {
  await using other = await testService({ database: service.database });
  const account = await accountWith(50);
  const headers = { 'idempotency-key': 'two-processes' };
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      (at % 2 ? service : other).withKey(
        account.key,
        'POST',
        '/api/v1/find',
        { profile_url: formsOfOnePerson[0] },
        headers,
      ),
    ),
  );
  assert.equal(new Set(responses.map((response) => response.json().id)).size, 1);
  assert.equal(new Set(responses.map((response) => response.body)).size, 1);
  assert.equal(await spentCredits(account), 1);
});

test('an idempotency key with another body is 409 and charges nothing more', async () => {
  const account = await accountWith(5);
  const headers = { 'idempotency-key': 'same-key' };
  await findAs(account.key, formsOfOnePerson[0]!, headers);
  const conflict = await findAs(account.key, 'linkedin.com/in/nobody-known', headers);
  assert.equal(conflict.statusCode, 409);
  assert.equal(conflict.json().code, 'idempotency_conflict');
  assert.equal(await spentCredits(account), 1);
});

test('an idempotency key is new again after its answer was forgotten: one more charge, then replays', async () => {
  const account = await accountWith(5);
  const headers = { 'idempotency-key': 'used-long-ago' };
  const first = (await findAs(account.key, formsOfOnePerson[0]!, headers)).json();
  await service.database.pool.query("update lookup set created_at = created_at - interval '25 hours'");
  await service.database.pool.query("delete from lookup where created_at < now() - interval '24 hours'");

  const second = await findAs(account.key, formsOfOnePerson[0]!, headers);
  const third = await findAs(account.key, formsOfOnePerson[0]!, headers);

  assert.notEqual(second.json().id, first.id);
  assert.equal(third.body, second.body);
  assert.equal(third.headers['idempotency-replayed'], 'true');
  assert.equal(await spentCredits(account), 2);
  const usage = (await service.withKey(account.key, 'GET', '/api/v1/usage')).json();
  assert.equal(usage.summary.credits, 2);
});

test('the answer can be fetched again by its id, free', async () => {
  const account = await accountWith(5);
  const first = await findAs(account.key, formsOfOnePerson[0]!);
  const again = await service.withKey(account.key, 'GET', `/api/v1/find/${first.json().id}`);
  assert.equal(again.statusCode, 200);
  assert.equal(again.body, first.body);
  assert.equal(await balanceOf(account), 4);
});

test('the dashboard finds as the key of its account', async () => {
  const account = await accountWith(2);
  const response = await service.internal('POST', '/internal/find', {
    account_id: account.accountId,
    url: formsOfOnePerson[0],
  });
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.json().credits.charged, 1);
  assert.equal(await balanceOf(account), 1);
});

test('a test key is answered from the fictional directory, free, and never from the real one', async () => {
  const account = await accountWith(0, { mode: 'test', plan: 'credits_25' });
  const before = await balanceOf(account);
  const fictional = await findAs(account.key, 'linkedin.com/in/asha-example');
  assert.equal(fictional.json().status, 'completed');
  assert.deepEqual(fictional.json().credits, { charged: 0, remaining: before, reason: 'test_key' });
  assert.equal((await findAs(account.key, formsOfOnePerson[0]!)).json().status, 'not_found');
  const usage = (await service.withKey(account.key, 'GET', '/api/v1/usage?status=completed')).json();
  assert.deepEqual(
    usage.events.map((event: Record<string, unknown>) => [event.status, event.reason]),
    [['completed', 'test_key']],
  );
});

test('usage says what the ledger says', async () => {
  const account = await accountWith(10);
  for (const link of [formsOfOnePerson[0]!, formsOfOnePerson[1]!, 'linkedin.com/in/nobody-known']) {
    await findAs(account.key, link);
  }
  const usage = (await service.withKey(account.key, 'GET', '/api/v1/usage')).json();
  assert.deepEqual(usage.usage_24h, { requests: 3, completed: 2, not_found: 1, credits: 2 });
  assert.equal(usage.summary.credits, await spentCredits(account));
  assert.deepEqual(
    usage.events.map((event: Record<string, unknown>) => [event.status, event.reason]),
    [
      ['not_found', 'not_found'],
      ['completed', 'completed_lookup'],
      ['completed', 'completed_lookup'],
    ],
  );
});

test('a suppressed person looks exactly like an unknown one', async () => {
  const { suppressionKey } = await import('#domains/suppression/keys.ts');
  await importRows(service, 'profile_url,email\nlinkedin.com/in/hidden-tester,hidden@works.example\n');
  const key = suppressionKey(testSecrets.suppression_pepper, 'email', 'hidden@works.example');
  await service.database.pool.query(
    "insert into suppression (key, kind, reason, requested_by) values ($1, 'email', 'test', 'subject')",
    [key],
  );
  const account = await accountWith(5);
  const [hidden, unknown] = await Promise.all(
    ['linkedin.com/in/hidden-tester', 'linkedin.com/in/nothing-tester'].map((link) =>
      findAs(account.key, link),
    ),
  );
  const anonymous = (text: string) =>
    text
      .replace(/lkp_\w+/, 'lkp')
      .replace(/(hidden|nothing)-tester/g, 'x')
      .replace(/"created_at":"[^"]+"/, '');
  assert.equal(anonymous(hidden!.body), anonymous(unknown!.body));
  const named = ({
    date,
    'x-request-id': id,
    'content-length': length,
    ...others
  }: Record<string, unknown>) => others;
  assert.deepEqual(Object.keys(named(hidden!.headers)), Object.keys(named(unknown!.headers)));
  assert.equal(await balanceOf(account), 5);
});
