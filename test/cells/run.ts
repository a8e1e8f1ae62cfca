// `npm run test:cells`: a directory and two cells, while people leave and servers end. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';
import { wholeNumbers } from '../support/whole-number.ts';
import { debiansPrograms } from './debian-server.ts';
import { runCells } from './run-cells.ts';

const usage = 'npm run test:cells -- [--people N] [--leaving N] [--lookups N]';

const wholeNumber = wholeNumbers(usage);

try {
  if (debiansPrograms() === null)
    throw new Error("This test needs Debian's PostgreSQL: apt-get install postgresql");
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { people: number, leaving: number, lookups: number } });
  const faults = await runCells({
    people: wholeNumber('people', values.people ?? '5000'),
    leaving: wholeNumber('leaving', values.leaving ?? '120'),
    lookups: wholeNumber('lookups', values.lookups ?? '8000'),
    say: console.log,
  });
  for (const fault of faults) console.log(fault);
  console.log(
    faults.length === 0 ? 'No one was shown, and every credit is right.' : `${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
}
