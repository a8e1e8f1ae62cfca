import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkDatabase } from '#app/doctor/check-database.ts';
import { readConfig } from '#app/start/config.ts';
import { openAlerts } from '#domains/audit/index.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { watchCell } from './watch-cell.ts';

let cell: TestService;
before(async () => {
  cell = await testService({ environment: { DIRECTORY_URL: 'https://directory.example.com' } });
});
after(() => cell[Symbol.asyncDispose]());

const found = async () => {
  const { url: DATABASE_URL } = cell.database;
  const findings = await checkDatabase(
    readConfig({ DATABASE_URL, DIRECTORY_URL: 'https://directory.example.com' }),
  );
  return findings.filter(({ check, state }) => check === 'replication' && state !== 'ok');
};
const follows = async () => /^contactry_cell_follows (\d)$/m.exec(await cell.app.metrics.metrics())?.[1];
const reasons = async () => {
  await runJobOn(cell.app.kernel, watchCell);
  const open = await openAlerts(cell.database.db, 'cell_behind');
  return open.map(({ details }) => (details as { reason: string }).reason);
};

test('a cell without a subscription says so to doctor, the operators and Prometheus', async () => {
  const [finding] = await found();
  assert.equal(finding?.state, 'fault');
  assert.match(finding.says, /may show people who opted out: no subscription has the table directory_former/);
  assert.equal(await follows(), '0');
  assert.deepEqual(await reasons(), ['no subscription has the table directory_former']);
});

test('an installation that is no cell has none of these', async () => {
  await using alone = await testService();
  assert.doesNotMatch(await alone.app.metrics.metrics(), /^contactry_cell_follows /m);
  await runJobOn(alone.app.kernel, watchCell);
  assert.deepEqual(await openAlerts(alone.database.db, 'cell_behind'), []);
});
