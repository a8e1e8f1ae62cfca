import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { accountCount, ledgerCommands, startAt } from '#test/support/ledger/commands.ts';
import { LedgerModel } from '#test/support/ledger/model.ts';
import { RealLedger } from '#test/support/ledger/real-ledger.ts';
import { fc } from '#test/support/properties.ts';
import { sizeOf } from '#test/support/size.ts';
import { sweepExpiredHolds, sweepExpiredLots } from './sweep-credits.ts';

const runs = Number(process.env.LEDGER_MODEL_RUNS ?? sizeOf({ small: 12, whole: 30 }));
const commandsMax = 50;
const longAfter = new Date('2100-01-01T00:00:00Z');

let database: TestDatabase;
let clock: LedgerClock;

before(async () => {
  database = await testDatabase();
  clock = await stopLedgerClock(database.pool, startAt);
});
after(() => database[Symbol.asyncDispose]());

test('whatever is done in whatever order, the ledger answers and ends as a sequential model does', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.commands(ledgerCommands, { maxCommands: commandsMax, size: 'max' }),
      async (commands) => {
        run += 1;
        await clock.set(startAt);
        const real = await RealLedger.open(database, clock, `run ${run}`, accountCount);
        await fc.asyncModelRun(() => ({ model: new LedgerModel(startAt), real }), commands);
        await endAll();
      },
    ),
    { numRuns: runs },
  );
});

/** So that the next run's sweeps find nothing of this one. */
async function endAll(): Promise<void> {
  await clock.set(longAfter);
  await sweepExpiredHolds(database.db, 10_000);
  await sweepExpiredLots(database.db, 10_000);
}
