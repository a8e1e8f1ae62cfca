// `npm run simulate -- --seed N --operations M`. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '2000' },
  },
});
const real = process.hrtime.bigint.bind(process.hrtime);
const { seed } = await import('./seeded.ts');
const { World } = await import('./world.ts');
const backend = await World.openBackend();
const seeded = seed(Number(values.seed), new Date('2030-01-01T00:00:00Z'));
const { simulate } = await import('./simulate.ts');
const world = World.open(seeded, backend);
const { migrate } = await import('#platform/database/migrate.ts');
const quiet = { debug() {}, info() {}, warn() {}, error: console.error };
await world.until(migrate(world.pool(), { log: quiet }));
const startedAt = real();
const run = await simulate(world, Number(values.operations));
const seconds = Number(real() - startedAt) / 1e9;
console.log(run.counts);
console.log(`${run.operations} operations, ${world.steps} steps, ${seconds.toFixed(1)} s, digest ${run.digest.slice(0, 16)}`);
for (const fault of run.faults) console.log(`FAULT ${fault}`);
await world.close();
process.exit(run.faults.length > 0 ? 1 : 0);
