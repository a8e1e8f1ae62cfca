import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { testSecrets } from './service.ts';

export const programSecret = 'the-secret-of-a-program-under-test';

/** The real program as a process of its own, which a test may kill and start again on the same data. */
export interface Program extends AsyncDisposable {
  /** Resolves when it takes requests; what was killed has ended before. */
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): void;
  /** Of the process that runs. */
  pid(): number;
  /** Where it takes requests. */
  url(): string;
  /** Whether it has ended. */
  isGone(): boolean;
  /** Asks it to stop and waits; its exit code, null where a signal ended it, also when it has ended long before. */
  stop(): Promise<number | null>;
  /** Sends JSON with every secret; other headers and bodies by `init`. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

const project = join(import.meta.dirname, '../..');

export interface ProgramOptions {
  /** Of the project, to be started in its own folder. */
  copy?: string;
  /** Of the command line, as `npm start` gives some. */
  nodeOptions?: readonly string[];
  /** Told of every line that it logs or prints, from its start on. */
  onLine?: (line: string) => void;
}

/** @param environment besides the secrets and the address; `DATA_DIR` or `DATABASE_URL` say where its data are */
export function openProgram(
  environment: Readonly<Record<string, string>>,
  { copy, nodeOptions = [], onLine }: ProgramOptions = {},
): Program {
  let url = '';
  let running: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  const program: Program = {
    async start() {
      await ended;
      running = spawn(process.execPath, [...nodeOptions, join(copy ?? project, 'src/main.ts')], {
        // Not where the developer's own `.env` may be.
        cwd: copy ?? import.meta.dirname,
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          LOG_LEVEL: 'error',
          ADMIN_SECRET: programSecret,
          INTERNAL_SECRET: programSecret,
          // A test may open another service on the same database.
          SUPPRESSION_PEPPER: testSecrets.suppression_pepper,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      ended = once(running, 'exit');
      url = await greetedUrl(running.stdout!, onLine);
    },
    kill: () => running?.kill('SIGKILL'),
    pid: () => running!.pid!,
    url: () => url,
    isGone: () => running !== null && (running.exitCode !== null || running.signalCode !== null),
    async stop() {
      running?.kill('SIGTERM');
      await ended;
      return running?.exitCode ?? null;
    },
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
      await program.stop();
    },
  };
  return program;
}

/** What it says once it takes requests; a port chosen before might be somebody else's by then. */
function greetedUrl(output: Readable, onLine?: (line: string) => void): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface(output)
    .on('line', (line) => {
      const [, url] = /is ready at (http:\S+)/.exec(line) ?? [];
      if (url) resolve(url);
      onLine?.(line);
    })
    .once('close', () => reject(new Error('the service did not start')));
  return promise;
}
