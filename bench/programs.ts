/** Programs that a measurement runs beside itself. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import packageJson from '../package.json' with { type: 'json' };

const running: { kill(): void }[] = [];

export function endPrograms(): void {
  for (const child of running) child.kill();
}

export async function startProgram(
  file: string,
  environment: Record<string, string>,
): Promise<{ url: string; pid: number }> {
  const port = await freePort();
  // The service with the options of `npm start`.
  const flags =
    file === 'src/main.ts'
      ? packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
      : [];
  const child = spawn(process.execPath, [...flags, file], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.push({ kill: () => child.kill() });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    const up = await fetch(`${url}/api/v1/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return { url, pid: child.pid! };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${file} did not start`);
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
