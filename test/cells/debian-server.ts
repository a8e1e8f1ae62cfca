import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import { connectionConfig, withClient } from '#platform/database/pools.ts';
import { eventually } from '../support/eventually.ts';

/** The newest of Debian's packages, or null. */
export const debiansPrograms = (): string | null =>
  globSync('/usr/lib/postgresql/*/bin')
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1) ?? null;

/** PostgreSQL refuses to run as root. */
const asPostgres = (command: string[]): [string, string[]] =>
  runsAsRoot()
    ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', ...command]]
    : [command[0]!, command.slice(1)];

export interface DebianServer extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  url: string;
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** As `pg_ctl stop -m immediate`: no process of it writes anything any more. */
  stopAtOnce(): Promise<void>;
  /** The id of its first process. Null while it is down. */
  pid(): number | null;
  /** As the superuser, one statement after the other. */
  ask(...statements: string[]): Promise<Record<string, unknown>[]>;
}

/** A PostgreSQL of Debian's package with durable writes and a database for the service. */
export async function debianServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<DebianServer> {
  const programs = debiansPrograms()!;
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  const cluster = join(folder, 'cluster');
  const [initdb, ...rest] = asPostgres([
    ...[join(programs, 'initdb'), '-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
  ]);
  execFileSync(initdb, rest[0]!, { stdio: 'ignore' });
  const port = await freePort();
  const all = { ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const urlOf = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();

  const asked = async (url: string, statements: string[]) => {
    let rows: Record<string, unknown>[] = [];
    await withClient(connectionConfig(url), async (client) => {
      for (const statement of statements) rows = (await client.query(statement)).rows;
    });
    return rows;
  };
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal);
    await ended;
    child = null;
  };
  const server: DebianServer = {
    url: urlOf('contactry', 'contactry'),
    port,
    async start() {
      const [program, given] = asPostgres([join(programs, 'postgres'), '-D', cluster, ...options]);
      await eventually(async () => {
        child = spawn(program, given, { stdio: 'ignore' });
        ended = once(child, 'exit');
        // The remains of a killed server must have gone first.
        const gone = ended.then(() => Promise.reject(new Error(`the server in ${cluster} does not start`)));
        await Promise.race([gone, eventually(() => asked(urlOf('postgres', 'postgres'), ['select 1']))]);
        gone.catch(() => {});
      }, 100);
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    stopAtOnce: () => end('SIGQUIT'),
    pid: () => (child && child.exitCode === null && child.signalCode === null ? child.pid! : null),
    ask: (...statements) => asked(urlOf('postgres', 'contactry'), statements),
    [Symbol.asyncDispose]: () => end('SIGQUIT'),
  };
  await server.start();
  await asked(urlOf('postgres', 'postgres'), [
    'create role contactry login',
    'create database contactry owner contactry',
  ]);
  return server;
}

/** A pool that outlives its server. */
export function poolOf({ url }: DebianServer): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url), max: 2 });
  pool.on('error', () => {});
  return pool;
}
