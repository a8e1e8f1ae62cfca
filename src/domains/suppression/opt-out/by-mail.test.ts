import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs, hourMs } from '#core/clock.ts';
import { newKey } from '#domains/keys/keyring/key-text.ts';
import { runJob, runJobOn } from '#test/support/jobs.ts';
import { asOperator, importRows } from '#test/support/kit.ts';
import { type OptOutTest, openOptOutTest } from '#test/support/opt-outs.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { forgetEndedOptOuts } from './forget-ended-opt-outs.ts';
import { mailOptOuts } from './mail-opt-outs.ts';

let service: TestService;
let optOuts: OptOutTest;
before(async () => {
  optOuts = await openOptOutTest();
  ({ service } = optOuts);
});
after(() => optOuts[Symbol.asyncDispose]());

test('the token of the mail leaves the person out from the answer on', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/by-mail,by-mail@example.com\n');
  assert.equal(await optOuts.statusOf('linkedin.com/in/by-mail'), 'completed');
  const { id, token } = await optOuts.mailed('By-Mail@example.com');
  assert.equal(
    await optOuts.statusOf('linkedin.com/in/by-mail'),
    'completed',
    'nothing happens before the proof',
  );

  const answer = await optOuts.confirm({ request_id: id, token });

  assert.deepEqual([answer.statusCode, answer.json()], [200, { id, status: 'confirmed' }]);
  assert.equal(await optOuts.statusOf('linkedin.com/in/by-mail'), 'not_found');
  const [entry] = (await asOperator(service, 'GET', '/api/v1/admin/suppressions?email=by-mail@example.com'))
    .items;
  assert.equal(entry.requested_by, 'subject');
});

test('the mail goes to the address, says how to confirm, and nothing of what is known', async () => {
  await importRows(
    service,
    'profile_url,full_name,email\nlinkedin.com/in/lettered,Lettered Person,lettered@example.com\n',
  );
  const { id, token, text } = await optOuts.mailed('lettered@example.com');
  const { data } = JSON.parse(optOuts.webhook.calls.at(-1)!.body);
  assert.equal(data.to, 'lettered@example.com');
  assert.equal(
    data.values.confirm_url,
    `https://contacts.example.com/opt-out/confirm?request_id=${id}&token=${token}`,
  );
  assert.ok(text.includes(id) && text.includes(token));
  assert.match(text, /before \d\d:\d\d UTC on \d{1,2} [A-Z][a-z]+ \d{4} and press the button/);
  assert.ok(!/Lettered Person|linkedin/i.test(optOuts.webhook.calls.at(-1)!.body));
});

test('confirming again returns the same answer', async () => {
  const { id, token } = await optOuts.mailed('twice@example.com');
  for (let at = 0; at < 3; at += 1) {
    assert.equal((await optOuts.confirm({ request_id: id, token })).statusCode, 200);
  }
});

test('a button that is pressed twice at once is the same answer twice, and one suppression', async () => {
  const { id, token } = await optOuts.mailed('double-click@example.com');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => optOuts.confirm({ request_id: id, token })),
  );
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  const { items } = await asOperator(
    service,
    'GET',
    '/api/v1/admin/suppressions?email=double-click@example.com',
  );
  assert.equal(items.length, 1);
});

test('the answer is the same for a known, an unknown and a suppressed address, but for the id', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/known-one,known-one@example.com\n');
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    email: 'gone-one@example.com',
    reason: 'test',
  });
  const answers = [];
  for (const email of ['known-one@example.com', 'nobody-1@example.com', 'gone-one@example.com']) {
    const { statusCode, headers, body } = await optOuts.start({ email });
    const { date, 'x-request-id': requestId, ...others } = headers;
    answers.push({
      statusCode,
      others,
      body: body.replace(/opt_\w+/, 'opt').replace(/"expires_at":"[^"]+"/, ''),
    });
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test('wrong tokens are 403 and cost nothing, however many there are', async () => {
  const { id, token } = await optOuts.mailed('tries@example.com');
  const wrong = await Promise.all(
    Array.from({ length: 60 }, (_, at) => optOuts.confirm({ request_id: id, token: `wrong-${at}` })),
  );
  for (const answer of wrong) {
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'opt_out_not_proven']);
  }
  assert.equal((await optOuts.confirm({ request_id: id, token })).statusCode, 200);
});

test('the token has 256 bits', async () => {
  const { token } = await optOuts.mailed('bits@example.com');
  assert.equal(Buffer.from(token, 'base64url').length, 32);
});

test('neither a token nor check is 422 naming both', async () => {
  const { id, token } = await optOuts.mailed('forgotten@example.com');
  for (const proof of [{}, { token: '' }, { check: false }]) {
    const answer = await optOuts.confirm({ request_id: id, ...proof });
    const { detail } = answer.json();
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(
      detail.map(({ loc }: { loc: string[] }) => loc[1]),
      ['token', 'check'],
    );
  }
  assert.equal((await optOuts.confirm({ request_id: id, token })).statusCode, 200);
});

for (const [when, offMs, status] of [
  ['1 ms before its 24 hours are over', -1, 200],
  ['after its 24 hours to the millisecond', 0, 403],
] as const) {
  test(`a token ${when} is ${status}`, async () => {
    const email = `time${offMs}@example.com`;
    const request = await optOuts.mailed(email);
    const { rows } = await service.database.pool.query(
      'select created_at from opt_out_request where id = $1',
      [request.id],
    );
    optOuts.clock.advance(rows[0].created_at.getTime() + 24 * hourMs + offMs - optOuts.clock.now().getTime());
    const answer = await service.request('POST', '/api/v1/opt-out/confirm', {
      body: { request_id: request.id, token: request.token },
      remoteAddress: '198.51.100.1',
    });
    assert.equal(answer.statusCode, status);
  });
}

test("one request's token opens no other, and an unknown request looks the same", async () => {
  const [one, other] = [await optOuts.mailed('one@example.com'), await optOuts.mailed('other@example.com')];
  const swapped = await optOuts.confirm({ request_id: one.id, token: other.token });
  const unknown = await optOuts.confirm({ request_id: 'opt_nothing', token: one.token });
  const strip = (body: string) => body.replace(/"request_id":"[^"]+"/, '');
  assert.deepEqual([swapped.statusCode, unknown.statusCode], [403, 403]);
  assert.equal(strip(swapped.body), strip(unknown.body));
});

test('one network address makes ten calls per minute, then 429 with Retry-After', async () => {
  const address = '198.51.100.77';
  optOuts.clock.advance(60_000);
  const statuses = [];
  for (let at = 0; at < 10; at += 1) {
    statuses.push((await optOuts.confirm({ request_id: 'opt_x', token: 'x' }, address)).statusCode);
  }
  const refused = await optOuts.start({ email: 'a@example.com' }, address);
  assert.deepEqual(new Set(statuses), new Set([403]));
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '60']);
  assert.match(refused.json().detail, /Try again in 60 seconds/);
  assert.doesNotMatch(refused.json().detail, /key/);
});

test('wrong keys from an address leave its calls to opt out alone', async () => {
  const address = '198.51.100.78';
  for (let at = 0; at < 11; at += 1) {
    await service.request('GET', '/api/v1/key/info', {
      remoteAddress: address,
      headers: { authorization: `Bearer ${newKey('live').text}` },
    });
  }
  assert.equal((await optOuts.start({ email: 'guessed@example.com' }, address)).statusCode, 200);
});

test('a request that has ended is 409 to decide, an unknown one 404', async () => {
  const { id, token } = await optOuts.mailed('ended@example.com');
  await optOuts.confirm({ request_id: id, token });
  const decide = (name: string) =>
    service.admin('POST', `/api/v1/admin/opt-outs/${name}/decision`, { decision: 'approved', reason: 'x' });
  const ended = await decide(id);
  assert.deepEqual([ended.statusCode, ended.json().code], [409, 'opt_out_ended']);
  assert.equal((await decide('opt_nothing')).statusCode, 404);
});

test('a mail is handed over once, however often its job runs', async () => {
  await optOuts.mailed('once@example.com');
  const calls = optOuts.webhook.calls.length;
  await runJob(service, mailOptOuts);
  assert.equal(optOuts.webhook.calls.length, calls);
});

test('what was not proven in time is forgotten, and the rest of it after 30 days', async () => {
  const { id } = await optOuts.mailed('forgotten@example.com');
  const rowOf = async () =>
    (await service.database.pool.query('select status, target from opt_out_request where id = $1', [id]))
      .rows;
  optOuts.clock.advance(dayMs);
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/opt-outs?status=expired');
  const told = items.find((item: { id: string }) => item.id === id);
  assert.deepEqual([told?.id, told?.target], [id, null]);
  await runJob(service, forgetEndedOptOuts);
  assert.deepEqual(await rowOf(), [{ status: 'expired', target: null }]);
  optOuts.clock.advance(30 * dayMs - 1);
  await runJob(service, forgetEndedOptOuts);
  assert.equal((await rowOf()).length, 1);
  optOuts.clock.advance(1);
  await runJob(service, forgetEndedOptOuts);
  assert.equal((await rowOf()).length, 0);
});

test('a process whose clock is fast ends no request before its time', async () => {
  const { id } = await optOuts.mailed('in-time@example.com');
  const { pool } = service.database;
  await pool.query(
    `update opt_out_request set expires_at = clock_timestamp() + interval '1 hour' where id = $1`,
    [id],
  );
  const inAYear = () => new Date(Date.now() + 365 * dayMs);
  await runJobOn({ ports: service.app.kernel.ports, now: inAYear }, forgetEndedOptOuts);
  const { rows } = await pool.query('select status from opt_out_request where id = $1', [id]);
  assert.deepEqual(rows, [{ status: 'open' }]);
});

test('neither a token nor a nonce is stored anywhere', async () => {
  const { token } = await optOuts.mailed('secretive@example.com');
  const { nonce } = (await optOuts.start({ profile_url: 'codeberg.org/leaver' })).json();
  const { rows } = await service.database.pool.query(
    `select (select string_agg(opt_out_request::text, ' ') from opt_out_request) as requests,
      (select string_agg(job::text, ' ') from pgboss.job) as jobs,
      (select coalesce(string_agg(idempotent_answer::text, ' '), '') from idempotent_answer) as answers`,
  );
  const stored = Object.values(rows[0]).join(' ');
  assert.ok(!stored.includes(token) && !stored.includes(nonce));
  assert.ok(!String(rows[0].jobs).includes('@example.com'), 'the queue names no person');
});

test('naming both or neither, or something that is no address or profile, is refused', async () => {
  for (const [body, status, type] of [
    [{}, 422, 'missing'],
    [{ email: 'a@example.com', profile_url: 'codeberg.org/leaver' }, 422, 'value_error'],
    [{ email: 'no address' }, 422, 'value_error'],
    [{ profile_url: 'https://github.com/a/b' }, 400, undefined],
  ] as const) {
    const answer = await optOuts.start(body);
    const found = status === 422 ? answer.json().detail[0].type : undefined;
    assert.deepEqual([answer.statusCode, found], [status, type], JSON.stringify(body));
  }
});

test('a person’s own opt-out is not in the operators’ audit log, whatever the caller says of itself', async () => {
  const { id, token } = await optOuts.mailed('actor@example.com');
  await service.request('POST', '/api/v1/opt-out/confirm', {
    body: { request_id: id, token },
    headers: { 'x-ops-actor': 'the boss' },
    remoteAddress: '198.51.100.9',
  });
  const { items } = await asOperator(
    service,
    'GET',
    '/api/v1/admin/audit?action=suppression.confirm-opt-out',
  );
  assert.deepEqual(items, []);
});

test('without a mail webhook requests by email wait for the operator', async () => {
  await using plain = await testService();
  const answer = await plain.request('POST', '/api/v1/opt-out', { body: { email: 'plain@example.com' } });
  assert.equal(answer.json().way, 'operator');
  const { items } = await asOperator(plain, 'GET', '/api/v1/admin/opt-outs');
  assert.deepEqual(
    items.map((item: { target: string; status: string }) => [item.target, item.status]),
    [['plain@example.com', 'open']],
  );
});
