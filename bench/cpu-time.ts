/** CPU time of processes, from Linux's /proc. */
import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds; a tick of the kernel's clock is 10 ms. */
const msPerTick = 10;

interface ProcessTimes {
  parent: number;
  cpuMs: number;
}

async function timesOf(pid: string): Promise<ProcessTimes | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name before the last bracket may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick };
}

/** CPU milliseconds that a process has used. */
export const cpuMsOf = async (pid: number): Promise<number> => (await timesOf(String(pid)))?.cpuMs ?? 0;

/** The same for all children of its parent: PostgreSQL's backends, given one of its processes. */
export async function cpuMsOfFamily(pid: number): Promise<number> {
  const parent = (await timesOf(String(pid)))?.parent;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(pids.map(timesOf));
  return times.filter((one) => one?.parent === parent).reduce((sum, one) => sum + one!.cpuMs, 0);
}
