import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeOf } from '../support/size.ts';
import { runFaults } from './run-faults.ts';

test('under kills, freezes and cuts of everything no acknowledged answer is lost or doubled', async (t) => {
  const told: string[] = [];
  const wanted = {
    faults: sizeOf({ small: 4, whole: 40 }),
    operations: sizeOf({ small: 500, whole: 20_000 }),
  };
  const faults = await runFaults({
    seed: 1,
    size: {
      ...{ people: 500, leaving: 100, lookupLanes: 8, jobLanes: 1, jobRows: 100 },
      ...{ calls: sizeOf({ small: 400, whole: 10_000 }), callPauseMs: 100 },
    },
    isEnough: (so) => so.faults >= wanted.faults && so.operations >= wanted.operations,
    say: (line) => told.push(line),
  });
  t.diagnostic(told.join('\n'));
  assert.deepEqual(faults, [], told.join('\n'));
});
