// `npm run simulate -- --seed N --operations M`. See docs/guide/contributing.md.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDice } from '../fuzz/dice.ts';
import { planOf } from './plan.ts';
import { seed } from './seeded.ts';
import { World } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '3000' },
    /** A file of SQL that plants a bug. */
    break: { type: 'string' },
  },
});
const since = process.hrtime.bigint();
const nanoseconds = process.hrtime.bigint.bind(process.hrtime);
const backend = await World.openBackend();
const plan = planOf(Number(values.seed), Number(values.operations));
const seeded = seed(plan.seed, new Date('2030-01-01T00:00:00Z'));
const world = new World(seeded, backend, openDice('network', plan.seed));
const { simulate } = await import('./simulate.ts');
await world.migrate();
if (values.break) await backend.exec(readFileSync(values.break, 'utf8'));
const { operations, counts, digest, faults } = await simulate(world, plan);
for (const [what, times] of Object.entries(counts)) console.log(`${`${times}`.padStart(8)} ${what}`);
const seconds = Number(nanoseconds() - since) / 1e9;
console.log(
  `${operations} operations and ${world.steps} steps in ${seconds.toFixed(1)} s; seed ${values.seed}`,
);
console.log(`digest ${digest}`);
for (const fault of faults) console.log(`FAULT ${fault}`);
if (faults.length > 0) console.log(`Repeat it with --seed ${values.seed} --operations ${values.operations}.`);
process.exit(faults.length > 0 ? 1 : 0);
