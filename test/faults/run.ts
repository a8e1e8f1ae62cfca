// `npm run test:faults`: faults of all kinds under a mixed load, with an account of every answer. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';
import { wholeNumbers } from '../support/whole-number.ts';
import { runFaults } from './run-faults.ts';

const usage = 'npm run test:faults -- [--minutes N] [--operations N] [--seed N]';

const wholeNumber = wholeNumbers(usage);

// Servers and the disk are given back however it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

try {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { minutes: number, operations: number, seed: number } });
  const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 1e9)));
  const minutes = wholeNumber('minutes', values.minutes ?? '15');
  const operations = wholeNumber('operations', values.operations ?? '0');
  console.log(`seed ${seed}`);
  const size = {
    ...{ people: 10_000, leaving: 1_500, lookupLanes: 400, jobLanes: 4, jobRows: 8_000 },
    ...{ calls: minutes * 7_000, callPauseMs: 20 },
  };
  const isEnough = (so: { minutes: number; operations: number }) =>
    so.minutes >= minutes && so.operations >= operations;
  const faults = await runFaults({ seed, size, isEnough, say: console.log });
  for (const fault of faults) console.log(fault);
  console.log(
    faults.length === 0 ? 'Nothing was lost or doubled.' : `${faults.length} differences; seed ${seed}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
}
