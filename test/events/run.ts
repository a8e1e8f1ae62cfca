// `npm run test:events`: 10,000 events while processes are killed. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';
import { wholeNumbers } from '../support/whole-number.ts';
import { runEvents } from './run-events.ts';

const usage = 'npm run test:events -- [--seed N] [--events N] [--kills N]';

const wholeNumber = wholeNumbers(usage);

try {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seed: number, events: number, kills: number } });
  const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 1e9)));
  const events = wholeNumber('events', values.events ?? '10000');
  const kills = wholeNumber('kills', values.kills ?? '20');
  console.log(`seed ${seed}`);
  const faults = await runEvents({
    seed,
    events,
    kills,
    accounts: 20,
    failing: 3,
    tell: console.log,
  });
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'Nothing is lost, and the order is kept.' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
}
