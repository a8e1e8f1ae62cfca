import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
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
