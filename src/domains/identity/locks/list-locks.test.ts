import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

const end = clock.now().getTime() + 60_000;

before(async () => {
  const lock = (subject: string, others: object = {}) =>
    service.admin('POST', '/api/v1/admin/locks', { subject_type: 'account', subject, ...others });
  await lock('lifted');
  await service.admin('POST', '/api/v1/admin/locks/unlock', { subject_type: 'account', subject: 'lifted' });
  await lock('ending', { expires_at: new Date(end).toISOString() });
  await lock('endless');
});

const list = async (query = '') => {
  const response = await service.admin('GET', `/api/v1/admin/locks${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().items.map(({ subject, status }: Record<string, string>) => `${subject} ${status}`);
};

test('locks in force are listed, newest first', async () => {
  assert.deepEqual(await list(), ['endless active', 'ending active']);
});

test('those that are over are listed on demand', async () => {
  assert.deepEqual(await list('?include_expired=true'), ['endless active', 'ending active', 'lifted lifted']);
});

test('the limit is kept', async () => {
  assert.deepEqual(await list('?include_expired=true&limit=1'), ['endless active']);
});

test('the cursor leads from page to page', async () => {
  const pageAfter = async (cursor: string) =>
    (await service.admin('GET', `/api/v1/admin/locks?include_expired=true&limit=2${cursor}`)).json();
  const first = await pageAfter('');
  const second = await pageAfter(`&cursor=${first.next_cursor}`);
  assert.deepEqual(
    second.items.map(({ subject }: { subject: string }) => subject),
    ['lifted'],
  );
  assert.equal(second.next_cursor, null);
});

test('a lock is in force until the millisecond before its end', async () => {
  clock.advance(59_999);
  assert.deepEqual(await list(), ['endless active', 'ending active']);
  clock.advance(1);
  assert.deepEqual(await list(), ['endless active']);
  assert.deepEqual(await list('?include_expired=true'), [
    'endless active',
    'ending expired',
    'lifted lifted',
  ]);
});

for (const limit of [0, 1001]) {
  test(`a limit of ${limit} is 422`, async () => {
    const response = await service.admin('GET', `/api/v1/admin/locks?limit=${limit}`);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['query', 'limit']]);
  });
}

test('locks are found by type, by a subject in any spelling, and by the account that they stop', async () => {
  const { accountId } = await givenAccount(service.database.db, { email: 'mallory@works.example' });
  const lock = (subject_type: string, subject: string) =>
    service.admin('POST', '/api/v1/admin/locks', { subject_type, subject });
  await lock('email_domain', 'works.example');
  await lock('email', 'mallory@works.example');
  await lock('email', 'somebody@other.example');
  await lock('account', accountId);

  assert.deepEqual(await list('?subject_type=email'), [
    'somebody@other.example active',
    'mallory@works.example active',
  ]);
  assert.deepEqual(await list('?subject_type=email&subject=%20MALLORY%2Bshop@works.example'), [
    'mallory@works.example active',
  ]);
  assert.deepEqual(await list(`?account_id=${accountId}`), [
    `${accountId} active`,
    'mallory@works.example active',
    'works.example active',
  ]);
  assert.deepEqual(await list('?account_id=nobody'), []);
});

test('a subject without its type is 422 naming the type', async () => {
  const response = await service.admin('GET', '/api/v1/admin/locks?subject=works.example');
  assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['query', 'subject_type']]);
});
