import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const programSecret = 'the-secret-of-a-program-under-test';

/** The real program as a process of its own, which a test may kill and start again on the same data. */
export interface Program extends AsyncDisposable {
  url: string;
  /** Resolves when it answers; what was killed has ended before. */
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): void;
  /** Sends JSON with every secret; other headers and bodies by `init`. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

/** @param environment besides the secrets and the address; `DATA_DIR` or `DATABASE_URL` say where its data are */
export async function openProgram(environment: Readonly<Record<string, string>>): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let running: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  const program: Program = {
    url,
    async start() {
      await ended;
      running = spawn(process.execPath, ['src/main.ts'], {
        cwd: join(import.meta.dirname, '../..'),
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          LOG_LEVEL: 'error',
          ADMIN_SECRET: programSecret,
          INTERNAL_SECRET: programSecret,
          SUPPRESSION_PEPPER: programSecret,
          ...environment,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      ended = once(running, 'exit');
      while (running.exitCode === null) {
        const up = await fetch(`${url}/api/v1/health`)
          .then(({ ok }) => ok)
          .catch(() => false);
        if (up) return;
        await pause(50);
      }
      throw new Error('the service did not start');
    },
    kill: () => running?.kill('SIGKILL'),
    call: (path, init = {}) =>
      fetch(`${url}${path}`, {
        ...init,
        headers: {
          'content-type': 'application/json',
          'x-admin-secret': programSecret,
          'x-internal-secret': programSecret,
          ...(init.headers as Record<string, string>),
        },
      }),
    async [Symbol.asyncDispose]() {
      running?.kill('SIGTERM');
      await ended;
    },
  };
  return program;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
