import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { eventually } from '../../support/eventually.ts';
import { onThePath } from '../../support/on-the-path.ts';

/** A Redis that keeps nothing on disk. */
export interface OwnRedis extends AsyncDisposable {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  pids(): Promise<number[]>;
}

/** Null without `redis-server` on the PATH. */
export async function openOwnRedis(): Promise<OwnRedis | null> {
  if (!onThePath('redis-server')) return null;
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  let child: ChildProcess | null = null;
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
      child = null;
    },
    async start() {
      child ??= spawn('redis-server', args, { stdio: 'ignore' });
      await eventually(() => canConnect(port), 50);
    },
    pids: async () => (child?.pid ? [child.pid] : []),
    [Symbol.asyncDispose]: () => redis.kill(),
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  await redis.start();
  return redis;
}

async function canConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
