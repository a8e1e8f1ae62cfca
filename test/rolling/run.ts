// `npm run test:rolling`: processes are restarted behind nginx under load, and no request may fail. See docs/guide/contributing.md.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runRolling } from './run-rolling.ts';

const usage = 'npm run test:rolling -- [--requests N] [--connections N]';

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} is a whole number.\n${usage}`);
}

try {
  if (spawnSync('nginx', ['-v']).error)
    throw new Error('This test needs nginx on the PATH. On Debian: apt-get install nginx-light');
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { requests: number, connections: number } });
  const requests = wholeNumber('requests', values.requests ?? '100000');
  const connections = wholeNumber('connections', values.connections ?? '16');
  const faults = await runRolling({ requests, connections, say: console.log });
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
