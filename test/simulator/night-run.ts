// `npm run simulate:night`: ten million operations by several seeds. See docs/guide/contributing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { inLanes } from '../payments/lanes.ts';
import { inherited } from '../support/inherited.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '10000000' },
    seeds: { type: 'string', default: '10' },
    first: { type: 'string', default: '1' },
    /** How many run side by side. */
    lanes: { type: 'string', default: String(availableParallelism()) },
  },
});
const count = Number(values.seeds);
const each = String(Math.ceil(Number(values.operations) / count));
const seeds = Array.from({ length: count }, (_, at) => String(Number(values.first) + at));
const begun = performance.now();
let done = 0;
let failed = 0;
await inLanes(Number(values.lanes), seeds, async (seed) => {
  const given = [join(import.meta.dirname, 'run.ts'), '--seed', seed, '--operations', each, '--whole'];
  const child = spawn(process.execPath, given, { env: inherited(), stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = output.split('\n');
  done += Number(/^(\d+) operations/m.exec(output)?.[1] ?? 0);
  if (child.exitCode !== 0) failed += 1;
  console.log(lines.filter((line) => / operations and |^FAULT/.test(line)).join('\n'));
});
const minutes = (performance.now() - begun) / 60_000;
console.log(`${done} operations in ${minutes.toFixed(1)} minutes, ${failed} of ${count} seeds failed`);
process.exitCode = failed > 0 ? 1 : 0;
