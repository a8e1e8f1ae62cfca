import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { loadProgram } from './load.ts';

const tmpfs = 0x01021994;

/** Where and when it is measured, and what speaks against the figures. Call it before the bench makes the machine busy itself. */
export async function describeMachine(): Promise<string> {
  const load = loadavg()[0]!;
  const busy = load > 1 ? ` The machine was busy already: load average ${load.toFixed(1)}.` : '';
  const isInMemory = (await statfs(tmpdir())).type === tmpfs;
  const cheating = isInMemory ? ` ${tmpdir()} is in memory: set TMPDIR to a folder on a disk.` : '';
  return (
    `Measured ${new Date().toISOString().slice(0, 10)} on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ` +
    `${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node.js ${process.versions.node}, ` +
    `embedded PostgreSQL ${isInMemory ? 'in memory' : 'with durable writes'}, load by ${loadProgram}.${busy}${cheating}`
  );
}
