// `npm run simulate -- --seed N --operations M`. See docs/guide/contributing.md.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDice } from '../fuzz/dice.ts';
import { wholeNumbers } from '../support/whole-number.ts';
import { type Plan, planOf } from './plan.ts';
import { runApart } from './run-apart.ts';
import { seed } from './seeded.ts';
import { shrink } from './shrink.ts';
import { World } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '3000' },
    /** A file with a plan, such as one that a failure has left. Replaces the two above. */
    plan: { type: 'string' },
    /** A file of SQL that plants a bug. */
    break: { type: 'string' },
    /** A failure isn't shrunk. */
    whole: { type: 'boolean', default: false },
  },
});
const wholeNumber = wholeNumbers(
  'npm run simulate -- [--seed N] [--operations N] [--plan FILE] [--break FILE] [--whole]',
);
const triesMax = 60;
const startAt = new Date('2030-01-01T00:00:00Z');

const nanoseconds = process.hrtime.bigint.bind(process.hrtime);
const since = nanoseconds();
const plan: Plan = values.plan
  ? JSON.parse(readFileSync(values.plan, 'utf8'))
  : planOf(wholeNumber('seed', values.seed), wholeNumber('operations', values.operations));
const backend = await World.openBackend();
const world = new World(seed(plan.seed, startAt), backend, openDice('network', plan.seed));
const { simulate } = await import('./simulate.ts');
await world.migrate();
if (values.break) await backend.exec(readFileSync(values.break, 'utf8'));
const { operations, counts, digest, faults } = await simulate(world, plan);

for (const [what, times] of Object.entries(counts)) console.log(`${`${times}`.padStart(8)} ${what}`);
const seconds = Number(nanoseconds() - since) / 1e9;
console.log(
  `${operations} operations and ${world.steps} steps in ${seconds.toFixed(1)} s; seed ${plan.seed}`,
);
console.log(`digest ${digest}`);
for (const fault of faults) console.log(`FAULT ${fault}`);
if (faults.length > 0 && !values.whole) await leaveShrunk(faults[0]!);
process.exit(faults.length > 0 ? 1 : 0);

/** Writes the fewest acts that fail like this. Each try is a run of its own. */
async function leaveShrunk(fault: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'contactry-plan-')), 'plan.json');
  const write = (acts: Plan['acts']) => writeFileSync(file, JSON.stringify({ ...plan, acts }));
  const fails = async (acts: Plan['acts']): Promise<boolean> => {
    write(acts);
    const { faults } = await runApart(['--plan', file, ...(values.break ? ['--break', values.break] : [])]);
    return faults.some((one) => kindOf(one) === kindOf(fault));
  };
  console.log('Looking for the fewest acts that fail like this …');
  const acts = await shrink(plan.acts, fails, triesMax);
  write(acts);
  for (const act of acts) console.log(`  ${JSON.stringify(act)}`);
  console.log(`${acts.length} of ${plan.acts.length} acts are left. Repeat them with --plan ${file}`);
}

/** The same for faults that differ in names and numbers only. */
function kindOf(fault: string): string {
  return fault.replaceAll(/\S*\d\S*/g, '…').slice(0, 80);
}
