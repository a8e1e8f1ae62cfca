import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SettingsInForce } from '#domains/settings/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, type Customer, customer, find, findInside, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { statementsOf } from '#test/support/statements.ts';

type Response = Awaited<ReturnType<typeof find>>;

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const doors = { 'POST /api/v1/find': find, 'POST /internal/find': findInside };
let made = 0;

/** Two links of the same length: one of a person who was known and is suppressed by one value, one of an unknown person. */
async function pairOfPeople(
  by: 'profile_url' | 'email' | 'phone',
): Promise<{ hidden: string; unknown: string }> {
  const number = String(++made).padStart(3, '0');
  const hidden = `https://www.linkedin.com/in/hid-${number}`;
  const values = { profile_url: hidden, email: `hid-${number}@example.com`, phone: `+12025550${number}` };
  await importRows(
    service,
    `profile_url,full_name,email,phone\n${hidden},Hid Person,${values.email},${values.phone}\n`,
  );
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', { [by]: values[by], reason: 'test' });
  return { hidden, unknown: `https://www.linkedin.com/in/unk-${number}` };
}

async function repeatsAreFreeFor(days: number): Promise<void> {
  await service.database.pool.query(
    `insert into setting_version (version, changes, reason, actor)
     select coalesce(max(version), 0) + 1, $1, 'a test', 'ops' from setting_version`,
    [JSON.stringify({ free_repeat_days: days })],
  );
  await service.app.kernel.ports.use(SettingsInForce).reload();
}

/** Parts that may differ between any two calls. */
const nameless = (text: string): string =>
  text
    .replace(/(hid|unk)-\d+/g, 'person')
    .replace(/(lkp|key)_\w+/g, '$1')
    .replace(/"(created_at|at)":"[^"]+"/g, '"$1":""');

const headersOf = ({ headers }: Response) => {
  const { date, 'x-request-id': requestId, ratelimit, ...others } = headers;
  return others;
};

const usageOf = async ({ key }: Customer) =>
  (await service.withKey(key, 'GET', '/api/v1/usage'))
    .json()
    .events.map((event: { lookup_id: string }) => nameless(JSON.stringify(event)));

/** Again if the statements differ: a copy in memory may have expired in between, such as that of the key. */
const assertSameStatements = (one: () => Promise<Response>, other: () => Promise<Response>) =>
  eventually(async () => {
    const statements = await statementsOf(one);
    assert.ok(statements.length >= 1, 'it asks the database');
    assert.deepEqual(statements, await statementsOf(other));
  });

for (const [door, look] of Object.entries(doors)) {
  for (const by of ['profile_url', 'email', 'phone'] as const) {
    test(`${door} answers for a person suppressed by ${by} exactly as for an unknown one: body, headers, charge, usage`, async () => {
      const { hidden, unknown } = await pairOfPeople(by);
      const [one, other] = [await customer(service, 10), await customer(service, 10)];

      const answers = [await look(service, one, hidden), await look(service, other, unknown)] as const;

      assert.equal(answers[0].statusCode, 200, answers[0].body);
      assert.equal(answers[0].json().status, 'not_found');
      assert.equal(nameless(answers[0].body), nameless(answers[1].body));
      assert.deepEqual(headersOf(answers[0]), headersOf(answers[1]));
      assert.deepEqual(answers[0].json().credits, { charged: 0, remaining: 10, reason: 'not_found' });
      assert.deepEqual(await usageOf(one), await usageOf(other));
    });
  }

  test(`${door} sends the same statements about a suppressed person and an unknown one`, async () => {
    const { hidden, unknown } = await pairOfPeople('email');
    const caller = await customer(service, 10);
    await assertSameStatements(
      () => look(service, caller, hidden),
      () => look(service, caller, unknown),
    );
  });

  test(`${door} with no credit left is 402 for a suppressed person, also one whose repeats are free to the account`, async () => {
    const link = `https://www.linkedin.com/in/hid-paid-${++made}`;
    await importRows(service, `profile_url,email\n${link},paid-${made}@example.com\n`);
    const caller = await customer(service, 1);
    await repeatsAreFreeFor(30);
    assert.equal((await look(service, caller, link)).json().status, 'completed');
    assert.equal((await look(service, caller, link)).json().credits.reason, 'repeat');
    await asOperator(service, 'POST', '/api/v1/admin/suppressions', { profile_url: link, reason: 'test' });
    const response = await look(service, caller, link);
    await repeatsAreFreeFor(0);
    assert.deepEqual([response.statusCode, response.json().code], [402, 'insufficient_credits']);
  });

  test(`${door} replays a lookup of a person suppressed since like one that found nothing, with its original charge`, async () => {
    const number = ++made;
    const link = `https://www.linkedin.com/in/hid-${number}`;
    await importRows(
      service,
      `profile_url,full_name,email,link\n${link},Hid Person,replayed-${number}@example.com,https://person.example/\n`,
    );
    const [one, other] = [await customer(service, 10), await customer(service, 10)];
    const headers = { 'idempotency-key': `replay-${number}` };
    const first = await look(service, one, link, headers);
    assert.equal(first.json().emails.length, 1);
    await look(service, other, `https://www.linkedin.com/in/unk-${number}`, headers);

    await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
      email: `replayed-${number}@example.com`,
      reason: 'test',
    });

    const replay = await look(service, one, link, headers);
    const ofNobody = await look(service, other, `https://www.linkedin.com/in/unk-${number}`, headers);
    const { credits, ...told } = replay.json();
    const { credits: nothing, ...toldOfNobody } = ofNobody.json();
    assert.equal(nameless(JSON.stringify(told)), nameless(JSON.stringify(toldOfNobody)));
    assert.deepEqual(credits, first.json().credits);
    assert.equal(replay.headers['x-credits-charged'], '1');
    assert.equal(replay.headers['idempotency-replayed'], 'true');
    assert.deepEqual(Object.keys(replay.headers).sort(), Object.keys(ofNobody.headers).sort());

    await assertSameStatements(
      () => look(service, one, link, headers),
      () => look(service, other, `https://www.linkedin.com/in/unk-${number}`, headers),
    );
  });
}

test('GET /api/v1/find/{lookup_id} returns a person suppressed since as not found and without the link, by the same statements', async () => {
  const link = `https://www.linkedin.com/in/hid-${++made}`;
  await importRows(service, `profile_url,email\n${link},fetched-${made}@example.com\n`);
  const caller = await customer(service, 10);
  const { id, credits } = (await find(service, caller, link)).json();
  const nobody = (await find(service, caller, `https://www.linkedin.com/in/unk-${made}`)).json();
  const fetched = (lookupId: string) => service.withKey(caller.key, 'GET', `/api/v1/find/${lookupId}`);

  await asOperator(service, 'POST', '/api/v1/admin/suppressions', { profile_url: link, reason: 'test' });

  const [hidden, unknown] = [(await fetched(id)).json(), (await fetched(nobody.id)).json()];
  assert.deepEqual(hidden.credits, credits);
  assert.deepEqual([hidden.input.profile_url, hidden.profile.handle, hidden.profile.url], ['', '', '']);
  const others = { credits: null, input: null, profile: null };
  assert.equal(
    nameless(JSON.stringify({ ...hidden, ...others })),
    nameless(JSON.stringify({ ...unknown, ...others })),
  );
  await assertSameStatements(
    () => fetched(id),
    () => fetched(nobody.id),
  );
});

test('an answer stored while the person was being suppressed is not given again', async () => {
  const link = `https://www.linkedin.com/in/hid-${++made}`;
  const email = `in-flight-${made}@example.com`;
  await importRows(service, `profile_url,email\n${link},${email}\n`);
  const caller = await customer(service, 10);
  const headers = { 'idempotency-key': `in-flight-${made}` };
  const { id } = (await find(service, caller, link, headers)).json();
  const { rows } = await service.database.pool.query('select answer from lookup where op_key::text = $1', [
    id.replace(/^lkp_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  ]);
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', { email, reason: 'test' });
  // As if the lookup had read before the suppression was committed, and was stored after it.
  await service.database.pool.query(
    "update lookup set answer = $1, status = 'completed' where answer like $2",
    [rows[0].answer, `%${id}%`],
  );

  const again = await service.withKey(caller.key, 'GET', `/api/v1/find/${id}`);
  const replay = await find(service, caller, link, headers);
  for (const response of [again, replay]) {
    assert.equal(response.json().status, 'not_found');
    assert.ok(!response.body.includes(email));
  }
});
