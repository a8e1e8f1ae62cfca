import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import {
  findInside,
  givenAccount,
  givenCredits,
  givenKey,
  importRows,
  lockAccountOf,
} from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
  await importRows(
    service,
    'profile_url,full_name,email\nlinkedin.com/in/real-person,Real Person,real@example.com\n',
  );
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const real = 'https://www.linkedin.com/in/real-person';
const example = 'https://www.linkedin.com/in/asha-example';

async function keyless(credits: number) {
  const { account, accountId } = await givenAccount(service.database.db);
  if (credits > 0) await givenCredits(service.database.db, account, credits);
  return { accountId, key: '', keyId: '' };
}

test('an account without a key looks up in the dashboard, pays once, and fetches the answer again', async () => {
  const one = await keyless(5);
  const found = await findInside(service, one, real);
  assert.deepEqual(
    [
      found.statusCode,
      found.json().status,
      found.headers['x-credits-charged'],
      found.headers['ratelimit-policy'],
    ],
    [200, 'completed', '1', '"key";q=20;w=60'],
  );
  const again = await service.internal('GET', `/internal/find/${one.accountId}/${found.json().id}`);
  assert.equal(again.json().emails[0].address, 'real@example.com');
  const { items } = (await service.internal('GET', `/internal/lookups/${one.accountId}`)).json();
  assert.deepEqual(
    items.map(({ key, opened_from, full_name }: Record<string, unknown>) => [key, opened_from, full_name]),
    [[null, 'dashboard', 'Real Person']],
  );
});

test('an account without a key starts a job in the dashboard, which a lock of the account stops', async () => {
  const one = await keyless(5);
  const path = `/internal/jobs/${one.accountId}`;
  const created = await service.internal('POST', path, { profiles: [{ profile_url: real }] });
  assert.equal(created.statusCode, 200, created.body);
  await eventually(async () => {
    const { status, credits } = (await service.internal('GET', `${path}/${created.json().id}`)).json();
    assert.deepEqual([status, credits.spent], ['completed', 1]);
  });
  await lockAccountOf(service, one.accountId);
  assert.equal(
    (await service.internal('POST', path, { profiles: [{ profile_url: real }] })).json().code,
    'account_locked',
  );
  assert.equal((await findInside(service, one, real)).json().code, 'account_locked');
});

test('an account whose only key is banned for its rate gets no answer in the dashboard', async () => {
  const { accountId, account } = await givenKey(service.database.db, { banReason: 'rate_limit' });
  await givenCredits(service.database.db, account, 5);
  const one = { accountId, key: '', keyId: '' };
  assert.equal((await findInside(service, one, real)).json().code, 'key_banned');
});

test('before the first purchase an example is answered and marked, stores nothing, and a real link is 402 like an unknown one', async () => {
  const one = await keyless(0);
  const examples = `/internal/examples/${one.accountId}`;
  const { had_credits, items } = (await service.internal('GET', examples)).json();
  assert.equal(had_credits, false);
  for (const { profile_url, emails, phones } of items) {
    const answer = (await service.internal('POST', examples, { profile_url })).json();
    assert.deepEqual(
      [answer.emails.length, answer.phones.length, answer.credits.charged],
      [emails, phones, 0],
    );
    assert.equal(answer.warnings.at(-1).code, 'fictional_person');
  }
  assert.deepEqual((await service.internal('GET', `/internal/lookups/${one.accountId}`)).json().items, []);
  const refused = [real, 'https://www.linkedin.com/in/unknown-person'].map(async (profile_url) => {
    const { request_id: _, ...body } = (await service.internal('POST', examples, { profile_url })).json();
    return body;
  });
  const [known, unknown] = await Promise.all(refused);
  assert.deepEqual([known.code, known.balance], ['insufficient_credits', 0]);
  assert.deepEqual(known, unknown);
  assert.equal((await findInside(service, one, real)).json().code, 'insufficient_credits');
});

test('with credits, only the example links are answered as examples', async () => {
  const one = await keyless(1);
  const send = (profile_url: string) =>
    service.internal('POST', `/internal/examples/${one.accountId}`, { profile_url });
  assert.equal((await send(example)).json().credits.remaining, 1);
  assert.equal((await send(real)).statusCode, 422);
});
