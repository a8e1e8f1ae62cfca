import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inherited } from './inherited.ts';
import { testSecrets } from './service.ts';

export const programSecret = 'the-secret-of-a-program-under-test';

/** The real program in its own process. A test can kill it and restart it on the same data. */
export interface Program extends AsyncDisposable {
  /** Resolves once it accepts requests. A killed process has ended by then. */
  start(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): void;
  /** The id of the running process. */
  pid(): number;
  /** Where it accepts requests. */
  url(): string;
  /** Whether it has ended. */
  isGone(): boolean;
  /** Asks it to stop and waits. Returns its exit code, or null if a signal ended it, even if it ended long ago. */
  stop(): Promise<number | null>;
  /** Sends JSON with all secrets. `init` overrides headers and body. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

const project = join(import.meta.dirname, '../..');

export interface ProgramOptions {
  /** A copy of the project, to start in its own folder. */
  copy?: string;
  /** Node options, like those of `npm start`. */
  nodeOptions?: readonly string[];
  /** Called for every line it logs or prints, from the start. */
  onLine?: (line: string) => void;
}

/** @param environment in addition to the secrets and the address; set `DATA_DIR` or `DATABASE_URL` for its data */
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
        // Not in a folder with the developer's own `.env`.
        cwd: copy ?? import.meta.dirname,
        env: {
          ...inherited(),
          PORT: '0',
          STOP_DELAY_SECONDS: '0',
          LOG_LEVEL: 'error',
          ADMIN_SECRET: programSecret,
          INTERNAL_SECRET: programSecret,
          // A test may open another service on the same database.
          SUPPRESSION_PEPPER: testSecrets.suppression_pepper,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      ended = once(running, 'exit');
      url = await greetedUrl(running, onLine);
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

/** Reads the URL from its greeting, or from the log of a worker, which needs `LOG_LEVEL: 'info'`. Passes errors on. */
function greetedUrl({ stdout, stderr }: ChildProcess, onLine?: (line: string) => void): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isGreeted = false;
  const read = (line: string) => {
    const [, url] = /is ready at (http:\S+)/.exec(line) ?? workerIsReady.exec(line) ?? [];
    isGreeted ||= url !== undefined;
    if (url) resolve(url);
    onLine?.(line);
  };
  createInterface(stdout!)
    .on('line', read)
    .once('close', () => reject(new Error('the service did not start')));
  createInterface(stderr!).on('line', (line) => {
    read(line);
    if (!isGreeted && line.trim()) process.stderr.write(`${line}\n`);
  });
  return promise;
}

const workerIsReady = /"url":"(http:[^"]+)".*"the worker is ready"/;
