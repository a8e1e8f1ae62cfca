/** Programs that a measurement runs beside itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { interruption } from './interruption.ts';

const service = 'src/main.ts';
/** The options of `npm start`. */
const serviceFlags = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));

const running = new Set<ChildProcess>();
const patienceMs = 10_000;

/** Asks every program to stop, and waits until it has. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map(endProgram));
}

async function endProgram(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill();
  const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(impatience);
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null;

export async function startProgram(
  file: string,
  environment: Record<string, string>,
): Promise<{ url: string; pid: number }> {
  const port = await freePort();
  interruption.throwIfAborted();
  const child = spawn(process.execPath, [...(file.endsWith(service) ? serviceFlags : []), file], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The greeting, or why it did not start.
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  running.add(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600 && !hasEnded(child); tries += 1) {
    const up = await fetch(`${url}/api/v1/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { url, pid: child.pid! };
    await sleep(100);
  }
  throw new Error(
    `${file} ${hasEnded(child) ? 'ended before it answered' : 'did not start within a minute'}: ${said}`,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The item whose figure is the median. */
export const middle = <Item>(items: readonly Item[], figure: (item: Item) => number): Item =>
  items.toSorted((one, other) => figure(one) - figure(other))[Math.floor(items.length / 2)]!;
