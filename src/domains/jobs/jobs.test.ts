import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { booksOf, customer, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const rows = Array.from(
    { length: 40 },
    (_, at) => `https://www.linkedin.com/in/person-${at}-example,Person ${at},p${at}@works.example`,
  );
  await importRows(service, ['profile_url,full_name,email', ...rows].join('\n'));
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const link = (at: number) => `https://www.linkedin.com/in/person-${at}-example`;
const links = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ profile_url: link(from + at) }));

test('a job of profiles in the directory', async () => {
  const { key, accountId } = await customer(service, 100);
  const created = await service.withKey(key, 'POST', '/api/v1/jobs', {
    profiles: [
      ...links(10),
      { profile_url: 'linkedin.com/in/person-3-example/' },
      { profile_url: 'https://example.com/nobody' },
    ],
  });
  assert.equal(created.statusCode, 200, created.body);
  console.log(created.body);
  const { id } = created.json();
  await eventually(async () => {
    const shown = await service.withKey(key, 'GET', `/api/v1/jobs/${id}`);
    assert.equal(shown.json().status, 'completed', shown.body);
  });
  const shown = await service.withKey(key, 'GET', `/api/v1/jobs/${id}`);
  console.log(shown.body);
  const items = await service.withKey(key, 'GET', `/api/v1/jobs/${id}/items`);
  console.log(items.body.slice(0, 3000));
  console.log(await booksOf(service, accountId));
  console.log((await service.withKey(key, 'GET', '/api/v1/jobs')).body.slice(0, 300));
});
