// `npm run test:failover`: the primary is killed under load and its standby takes over. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';
import { wholeNumbers } from '../support/whole-number.ts';
import { runFailover } from './run-failover.ts';

const usage = 'npm run test:failover -- [--rounds N] [--lookups N]';

const wholeNumber = wholeNumbers(usage);

try {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { rounds: number, lookups: number } });
  const rounds = wholeNumber('rounds', values.rounds ?? '4');
  const lookups = wholeNumber('lookups', values.lookups ?? '3000');
  const faults = await runFailover({ rounds, lookups, secondsMax: 15, say: console.log });
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'The ledger agrees.' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
}
