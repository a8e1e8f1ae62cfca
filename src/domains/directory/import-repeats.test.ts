import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { importedElsewhere } from '#test/support/import-lock.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

const path = '/api/v1/admin/directory/imports';
const headers = { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' };

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const send = (query: string, body: string) => service.request('POST', `${path}${query}`, { body, headers });
const read = async (address: string) => (await service.admin('GET', address)).json();
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (mark: string) => `profile_url,email\ngithub.com/${mark},${mark}@example.com\n`;

test('a repeat says which of its wishes had no effect, and goes by them with again=true', async () => {
  const body = 'profile_url,Mail of the person\ngithub.com/wishes,wishes@example.com\n';
  const query = `?sha256=${sha256Of(body)}&map=email=Mail%20of%20the%20person`;
  const first = (await send(query, body)).json();
  assert.deepEqual((await send(query, body)).json(), first);
  const other = (await send(`${query}&source=members&date_order=dmy`, body)).json();
  assert.match(
    other.warnings[0],
    /imported before, so `date_order`, `source` had no effect\. Add `again=true`/,
  );
  assert.deepEqual((await send(`${query}&source=members&again=true`, body)).json().warnings, []);
  assert.deepEqual((await send(`${query}&source=members`, body)).json().warnings, []);
});

test('a faulty mapping is 422 and says what to write, also for a file that was imported', async () => {
  const body = fileOf('mapped');
  await send(`?sha256=${sha256Of(body)}`, body);
  const refusal = async (map: string) => {
    const response = await send(`?sha256=${sha256Of(body)}&map=${map}`, body);
    assert.equal(response.statusCode, 422);
    const [{ loc, msg }] = response.json().detail;
    assert.deepEqual(loc, ['query', 'map', 0]);
    return msg;
  };
  assert.match(await refusal('mail=Who'), /^'mail' is not a column\. Use one of profile_url, /);
  for (const map of ['email', 'email=', '=']) assert.match(await refusal(map), /such as email=Work Email/);
});

test('imports are listed in pages, newest first', async () => {
  for (const name of ['page-a', 'page-b', 'page-c']) await send(`?file_name=${name}`, fileOf(name));
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = await read(`${path}?limit=2${cursor && `&cursor=${cursor}`}`);
    ids.push(...page.items.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  const { items } = await read(`${path}?limit=100`);
  assert.deepEqual(
    ids,
    items.map(({ id }: { id: string }) => id),
  );
  assert.equal((await service.admin('GET', `${path}?cursor=nobody`)).statusCode, 422);
});

test('a file whose import is being taken back is 409 at once', async () => {
  const body = fileOf('taken-back');
  const query = `?sha256=${sha256Of(body)}`;
  const { id } = (await send(query, body)).json();
  await service.database.pool.query(`update directory_import set status = 'taking_back' where id = $1`, [id]);
  const release = await importedElsewhere(service, `directory_import:${sha256Of(body)}`);
  const response = await send(query, body);
  await release();
  const { code, import_id: named, detail } = response.json();
  assert.deepEqual([response.statusCode, code, named], [409, 'import_running', id]);
  assert.match(detail, /being taken back/);
});
