// `npm run test:payments`: 10,000 deliveries of payment events while processes are killed. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';
import { wholeNumbers } from '../support/whole-number.ts';
import { runPayments } from './run-payments.ts';

const usage = 'npm run test:payments -- [--seed N] [--deliveries N] [--kills N]';

const wholeNumber = wholeNumbers(usage);

try {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seed: number, deliveries: number, kills: number } });
  const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 1e9)));
  const deliveries = wholeNumber('deliveries', values.deliveries ?? '10000');
  const kills = wholeNumber('kills', values.kills ?? String(Math.ceil(deliveries / 200)));
  console.log(`seed ${seed}`);
  const faults = await runPayments({ seed, deliveries, kills, isSplit: true, tell: console.log });
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'The books agree.' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
}
