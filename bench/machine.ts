import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { loadProgram } from './load.ts';

/** Where and when it was measured, with a warning when the machine had other work. */
export function describeMachine(): string {
  const load = loadavg()[0]!;
  const busy = load > 1 ? ` The machine was busy already: load average ${load.toFixed(1)}.` : '';
  return (
    `Measured ${new Date().toISOString().slice(0, 10)} on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node.js ${process.versions.node}, ` +
    `embedded PostgreSQL with durable writes, load by ${loadProgram}.${busy}`
  );
}
