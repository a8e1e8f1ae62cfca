// `npm run simulate:night`: ten million operations by several seeds. See docs/guide/contributing.md.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { inLanes } from '../payments/lanes.ts';
import { wholeNumbers } from '../support/whole-number.ts';
import { runApart } from './run-apart.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '10000000' },
    seeds: { type: 'string', default: '10' },
    first: { type: 'string', default: '1' },
    /** How many run side by side. */
    lanes: { type: 'string', default: String(availableParallelism()) },
  },
});
const wholeNumber = wholeNumbers(
  'npm run simulate:night -- [--operations N] [--seeds N] [--first N] [--lanes N]',
);
const count = wholeNumber('seeds', values.seeds);
const first = wholeNumber('first', values.first);
const each = String(Math.ceil(wholeNumber('operations', values.operations) / count));
const seeds = Array.from({ length: count }, (_, at) => String(first + at));
const begun = performance.now();
let done = 0;
let failed = 0;
await inLanes(wholeNumber('lanes', values.lanes), seeds, async (seed) => {
  const { isRight, operations, output, errors } = await runApart(['--seed', seed, '--operations', each]);
  done += operations;
  if (!isRight) failed += 1;
  process.stderr.write(errors);
  console.log(output.match(/^(?:\d+ operations|FAULT) .*$/gm)?.join('\n') ?? `seed ${seed} ended early`);
});
const minutes = (performance.now() - begun) / 60_000;
console.log(`${done} operations in ${minutes.toFixed(1)} minutes, ${failed} of ${count} seeds failed`);
process.exitCode = failed > 0 ? 1 : 0;
