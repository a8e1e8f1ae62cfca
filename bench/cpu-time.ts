/** CPU time of processes, from Linux's /proc; not a number on other systems. */
import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds; a tick of the kernel's clock is 10 ms. */
const msPerTick = 10;

interface ProcessTimes {
  pid: number;
  parent: number;
  cpuMs: number;
  /** CPU time of ended children. */
  endedMs: number;
}

async function timesOf(pid: string): Promise<ProcessTimes | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name before the last bracket may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ms = (user: number, system: number) => (Number(fields[user]) + Number(fields[system])) * msPerTick;
  return { pid: Number(pid), parent: Number(fields[1]), cpuMs: ms(11, 12), endedMs: ms(13, 14) };
}

/** CPU milliseconds that a process has used. */
export const cpuMsOf = async (pid: number): Promise<number> =>
  (await timesOf(String(pid)))?.cpuMs ?? Number.NaN;

/** The same for its parent and all children of that, also those that have ended: PostgreSQL, given one of its backends. */
export async function cpuMsOfFamily(pid: number): Promise<number> {
  const head = (await timesOf(String(pid)))?.parent;
  if (head === undefined) return Number.NaN;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = (await Promise.all(pids.map(timesOf))).filter((one) => one !== null);
  const ofHead = times.filter((one) => one.pid === head).map(({ cpuMs, endedMs }) => cpuMs + endedMs);
  const ofChildren = times.filter(({ parent }) => parent === head).map(({ cpuMs }) => cpuMs);
  return [...ofHead, ...ofChildren].reduce((sum, ms) => sum + ms, 0);
}
