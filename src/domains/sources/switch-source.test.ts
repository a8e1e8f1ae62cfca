import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLog } from '#platform/log/open-log.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService({ environment: { SOURCES: 'gitlab' } });
});
after(() => service[Symbol.asyncDispose]());

const change = (source: string, body: object) =>
  service.admin('PATCH', `/api/v1/admin/sources/${source}`, { reason: 'a test', ...body });

/** A process that starts later, with other SOURCES, and what it logs. */
async function restarted(sources: string) {
  const lines: { msg: string; sources?: string[] }[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const environment = { SOURCES: sources };
  await using other = await testService({ environment, database: service.database, log });
  const { items } = (await other.admin('GET', '/api/v1/admin/sources')).json();
  const source = (id: string) => items.find((one: { id: string }) => one.id === id);
  return { source, warned: lines.filter(({ msg }) => msg.startsWith('SOURCES names')) };
}

test('recording the terms of a source leaves SOURCES in force', async () => {
  assert.equal((await change('prospeo', { storable: true })).statusCode, 200);
  const { source, warned } = await restarted('gitlab,website');
  assert.deepEqual([source('gitlab').state, source('website').state], ['on', 'on']);
  assert.equal(source('prospeo').terms.storable, true);
  assert.deepEqual(warned, []);
});

test('a change that changes nothing is refused with 422 and leaves no version', async () => {
  const versions = async () =>
    (await service.database.pool.query('select count(*) as count from setting_version')).rows[0].count;
  const before = await versions();
  const refused = await change('github', {});
  assert.equal(refused.statusCode, 422);
  assert.match(refused.json().detail[0].msg, /at least one of enabled, billable, storable and call_paise/);
  assert.equal(await versions(), before);
});

test('a source of SOURCES that the setting leaves off is named at start and in the list', async () => {
  assert.equal((await change('npm', { enabled: true })).statusCode, 200);
  const { source, warned } = await restarted('gitlab,website');
  assert.deepEqual(
    [source('gitlab').state, source('npm').state, source('website').state],
    ['on', 'on', 'off'],
  );
  assert.match(source('website').reason, /the setting sources_on takes precedence and leaves it off/);
  assert.equal(source('codeberg')?.reason ?? null, null);
  assert.deepEqual(
    warned.map(({ sources }) => sources),
    [['website']],
  );
});
