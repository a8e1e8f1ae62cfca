import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { Log } from '#core/context.ts';
import type { EmbeddedOptions } from '#platform/database/embedded/start-embedded-postgres.ts';
import { roomiestFolder } from './throw-away-cluster.ts';

/** A folder for DATA_DIR that the server's account may enter, removed on disposal. */
export async function temporaryFolder(mode = 0o711) {
  const path = await mkdtemp(join(await roomiestFolder(), `contactry-${process.pid}-`));
  await chmod(path, mode);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Records log messages. */
export function listeningLog() {
  const messages: string[] = [];
  const keep = (_fields: object, message: string) => void messages.push(message);
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
  return { log, messages };
}

export async function ask(config: pg.ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function postmasterPid(clusterDir: string): Promise<number> {
  return Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

export interface OtherProgram {
  /** The first line of its output: `started <cluster folder>` or `failed: <message>`. */
  said: Promise<string>;
  kill(): Promise<void>;
}

const script = `
import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('#platform/database/embedded/start-embedded-postgres.ts'))};
const log = { debug() {}, info() {}, warn() {}, error() {} };
try {
  const { clusterDir } = await startEmbeddedPostgres({ ...JSON.parse(process.argv[1]), log });
  console.log('started ' + clusterDir);
  setInterval(() => {}, 1000);
} catch (error) {
  console.log('failed: ' + error.message);
}`;

/** Starts the embedded database in another process, as another user if ids are given. */
export function startElsewhere(
  options: Omit<EmbeddedOptions, 'log'>,
  ids: { uid?: number; gid?: number } = {},
): OtherProgram {
  const args = ['--input-type=module', '-e', script, '--', JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/', ...ids });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { promise: said, resolve } = Promise.withResolvers<string>();
  createInterface(child.stdout)
    .once('line', resolve)
    .once('close', () => resolve('failed: it ended'));
  child.once('error', (error) => resolve(`failed: ${error.message}`));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { said, kill };
}

/** Starts it in another process and kills that process, which leaves the server running. Returns the cluster's folder. */
export async function leaveServerBehind(options: Omit<EmbeddedOptions, 'log'>): Promise<string> {
  const killed = startElsewhere(options);
  const [, clusterDir] = (await killed.said).split('started ');
  await killed.kill();
  if (!clusterDir) throw new Error(await killed.said);
  return clusterDir;
}
