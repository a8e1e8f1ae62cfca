import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import type { Outcome } from '../port.ts';
import { openVendorAlerts } from './vendor-alerts.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database?.[Symbol.asyncDispose]());

const charge = { units: 0, paise: 0, certain: true };
const broken: Outcome = { outcome: 'error', code: 'breaker_open', retryable: true, charge };
const failed: Outcome = { outcome: 'error', code: 'network', retryable: true, charge };
const answered: Outcome = { outcome: 'not_found', authoritative: true, charge };

const alerts = async () =>
  (
    await database.pool.query(
      'select times, resolved_at is null as open from operator_alert where subject = $1 order by id',
      ['github'],
    )
  ).rows;

test('an open breaker is one alert, raised at most once a minute, until the source answers', async () => {
  let nowMs = 0;
  const note = openVendorAlerts({
    db: database.db,
    log: quiet,
    clock: { now: () => new Date(nowMs) },
  });
  await note('github', failed);
  assert.deepEqual(await alerts(), []);

  for (const at of [0, 1, minuteMs - 1]) {
    nowMs = at;
    await note('github', broken);
  }
  assert.deepEqual(await alerts(), [{ times: 1, open: true }]);
  nowMs = minuteMs;
  await note('github', broken);
  await note('github', failed);
  assert.deepEqual(await alerts(), [{ times: 2, open: true }]);

  await note('github', answered);
  assert.deepEqual(await alerts(), [{ times: 2, open: false }]);
  await note('github', broken);
  assert.deepEqual(await alerts(), [
    { times: 2, open: false },
    { times: 1, open: true },
  ]);
});
