import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { cutConnections, stressLedger } from '#test/support/ledger/stress.ts';
import { stressAcrossProcesses } from '#test/support/ledger/stress-processes.ts';
import { sizeOf } from '#test/support/size.ts';

const size = { writers: 24, accounts: 6, seed: 20261121, operations: sizeOf({ small: 1500, whole: 6000 }) };
/** A kind of call that happened less often than this proves nothing. How often each does depends on the machine. */
const seldom = 5;

test('24 writers at once do everything to six accounts, and the books and their history are right', async () => {
  await using database = await testDatabase();
  const report = await stressLedger({ ...size, target: database.url });
  assert.deepEqual(report.mismatches, []);
  for (const what of [
    'spend spent',
    'spend insufficient',
    'spend replayed',
    'hold closed',
    'hold closed_before',
  ]) {
    assert.ok((report.counts[what] ?? 0) >= seldom, `${what} happened ${report.counts[what]} times`);
  }
});

test('while connections are cut under 24 writers every spend gets its answer, once, and the books stay right', async () => {
  await using database = await testDatabase();
  const report = await stressLedger({
    ...size,
    target: database.url,
    disturb: cutConnections,
  });
  assert.deepEqual(report.mismatches, []);
  assert.ok(
    report.counts['connection lost']! >= seldom,
    `${report.counts['connection lost']} calls lost theirs`,
  );
  assert.equal(report.counts['spend unknown'] ?? 0, 0);
});

test('two processes do it to the same accounts and cut each other’s connections, and nothing happens twice', async () => {
  await using database = await testDatabase();
  const report = await stressAcrossProcesses({ ...size, target: database.url }, 2);
  assert.deepEqual(report.mismatches, []);
  assert.ok(
    report.counts['spend replayed']! >= seldom,
    `${report.counts['spend replayed']} spends were repeated`,
  );
  assert.ok(
    report.counts['connection lost']! >= seldom,
    `${report.counts['connection lost']} calls lost theirs`,
  );
});
