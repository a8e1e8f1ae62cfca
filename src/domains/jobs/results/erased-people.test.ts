import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, type Customer, customer, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const people = ['erase', 'suppress'].flatMap((way) => [
    `linkedin.com/in/known-to-${way},Known To-${way},known-${way}@example.com,`,
    `linkedin.com/in/linked-to-${way},Linked To-${way},,https://linked-${way}.example/`,
  ]);
  await importRows(service, ['profile_url,full_name,email,link', ...people].join('\n'));
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const ways = {
  erase: '/api/v1/admin/people/erasure',
  suppress: '/api/v1/admin/suppressions',
};
/** The directory has an address, only a link, or nothing. */
const names = ['known-to', 'linked-to', 'missing-to'];
type Members = Record<string, unknown>;

async function got({ key }: Customer, path: string) {
  const response = await service.withKey(key, 'GET', path);
  assert.equal(response.statusCode, 200, response.body);
  return response;
}

async function endedJob(holder: Customer, body: object): Promise<string> {
  const id = await givenJob(service, holder, body);
  await eventually(async () => {
    assert.equal((await got(holder, `/api/v1/jobs/${id}`)).json().status, 'completed');
  });
  return id;
}

/** The charges that an account sees, with their reasons. */
const costsOf = (items: Members[]) =>
  items.map(({ credits_charged, reason, lookup }) => {
    const { charged, reason: why } = (lookup as { credits: Members }).credits;
    return [credits_charged, reason, charged, why];
  });

for (const [way, path] of Object.entries(ways)) {
  test(`to ${way} a person takes their link, and the name that a customer sent, out of jobs, answers and the request log`, async () => {
    const holder = await customer(service, 100);
    const people = names.map((name) => ({
      profile_url: `https://www.linkedin.com/in/${name}-${way}`,
      name: `${name.split('-')[0]} To-${way}`,
      client_reference: `crm ${name.split('-')[0]}`,
    }));
    const id = await endedJob(holder, { profiles: [...people, people[0]] });
    const lookups: string[] = [];
    for (const person of people)
      lookups.push((await service.withKey(holder.key, 'POST', '/api/v1/find', person)).json().id);
    const itemsOf = async () => (await got(holder, `/api/v1/jobs/${id}/items`)).json().items as Members[];
    const texts = async () => [
      JSON.stringify(await itemsOf()),
      (await got(holder, `/api/v1/jobs/${id}/csv`)).body,
      ...(await Promise.all(lookups.map(async (one) => (await got(holder, `/api/v1/find/${one}`)).body))),
      ...(await Promise.all(
        lookups.map(
          async (one) => (await service.internal('GET', `/internal/calls/${holder.accountId}/${one}`)).body,
        ),
      )),
    ];
    const named = new RegExp(`to-${way}`, 'i');
    for (const text of await texts()) assert.match(text, named);
    const costs = costsOf(await itemsOf());
    const { counts, credits } = (await got(holder, `/api/v1/jobs/${id}`)).json();

    for (const { profile_url } of people)
      await asOperator(service, 'POST', path, { profile_url, reason: 'asked' });

    for (const text of await texts()) assert.doesNotMatch(text, named);
    for (const text of (await texts()).slice(0, 2)) assert.match(text, /crm known/);
    assert.deepEqual(costsOf(await itemsOf()), costs);
    const job = (await got(holder, `/api/v1/jobs/${id}`)).json();
    assert.deepEqual([job.counts, job.credits], [counts, credits]);
    const { rows } = await service.database.pool.query(
      'select answer from lookup where kept_until is null union all select item::text from job_item item',
    );
    assert.doesNotMatch(rows.map(({ answer }) => answer).join(), named, 'it is stored no longer');
  });
}

test('a replay has the link and the name of its own request', async () => {
  const holder = await customer(service, 10);
  const body = { profile_url: 'https://www.linkedin.com/in/replayed-past', name: 'Replayed Past' };
  const looked = () =>
    service.withKey(holder.key, 'POST', '/api/v1/find', body, { 'idempotency-key': 'replayed-past' });
  const first = (await looked()).json();
  await asOperator(service, 'POST', ways.erase, { profile_url: body.profile_url, reason: 'asked' });
  const again = await looked();
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.json(), first);
});
