import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '#platform/database/embedded/configuration.ts';
import {
  type Account,
  accountThatRunsNothing,
  give,
  ownAccount,
  runsAsRoot,
} from '#platform/database/embedded/placement/account.ts';
import { runProgram } from '#platform/database/embedded/programs/run-program.ts';
import { ask, postmasterPid, temporaryFolder } from './embedded.ts';
import { eventually } from './eventually.ts';

/** Where Debian's programs of PostgreSQL are, of its newest version. Null without them. */
export function debianPrograms(): string | null {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/pg_rewind').sort().reverse();
  return newest ? dirname(newest) : null;
}

/** One of two servers of PostgreSQL that replicate. */
export interface Server {
  name: string;
  host: string;
  /** The database `postgres`. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** All its processes at once, as if the machine lost its power. */
  kill(): Promise<void>;
  promote(): Promise<void>;
  /** Becomes a standby of the other by a copy of it, or by rewinding its own. */
  follow(other: Server, how: 'pg_basebackup' | 'pg_rewind'): Promise<void>;
  /** Commits wait for the standby of this name from now on. None: empty. */
  waitFor(standby: string): Promise<void>;
  ask(statement: string): Promise<Record<string, unknown>[]>;
}

export interface TwoServers extends AsyncDisposable {
  a: Server;
  b: Server;
  /** Both in one URL. */
  url: string;
}

/** A primary `a` and its standby `b`, both of Debian's PostgreSQL, with commits that wait for the standby. */
export async function startTwoServers(): Promise<TwoServers> {
  const programs = debianPrograms();
  if (!programs) throw new Error('This needs PostgreSQL of Debian (apt-get install postgresql).');
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const account = runsAsRoot() ? await accountThatRunsNothing() : ownAccount();
  await give(folder.path, account, 0o700);
  const [a, b] = [
    serverIn(folder.path, 'a', await freePort(), account, programs),
    serverIn(folder.path, 'b', await freePort(), account, programs),
  ];
  stack.defer(() => b.stop().catch(() => {}));
  stack.defer(() => a.stop().catch(() => {}));
  await a.make();
  await a.start();
  await b.follow(a, 'pg_basebackup');
  await a.waitFor('b');
  const opened = stack.move();
  const url = `postgres://contactry@${a.host},${b.host}/postgres?target_session_attrs=read-write`;
  return { a, b, url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function serverIn(folder: string, name: string, port: number, account: Account, programs: string) {
  const cluster = join(folder, name);
  const host = `127.0.0.1:${port}`;
  const config = { host: '127.0.0.1', port, user: 'contactry', database: 'postgres' };
  const run = async (program: string, ...args: string[]) => {
    const { code, output } = await runProgram(join(programs, program), args, account, folder);
    if (code !== 0) throw new Error(`${program} of server ${name}: ${output}`);
  };
  const start = () =>
    run('pg_ctl', ...['-D', cluster, '-w', '-t', '120', '-l', join(folder, `${name}.log`)], 'start');
  const writeSettings = (file: string, settings: Readonly<Record<string, string | number>>) =>
    writeFile(
      join(cluster, file),
      Object.entries(settings)
        .map(([setting, value]) => `${setting} = '${value}'\n`)
        .join(''),
    );
  /** Those of one server alone, which a copy of the other or a rewind has replaced. */
  const configure = () =>
    writeSettings('postgresql.conf', {
      ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200 },
      // The server is killed, not the machine.
      ...{ fsync: 'off', wal_log_hints: 'on', wal_keep_size: '512MB', cluster_name: name },
    });
  return {
    name,
    host,
    url: `postgres://contactry@${host}/postgres`,
    start,
    stop: () => run('pg_ctl', '-D', cluster, '-m', 'immediate', '-w', 'stop'),
    ask: (statement: string) => ask(config, statement),
    promote: () => run('pg_ctl', '-D', cluster, '-w', 'promote'),
    async make() {
      await run('initdb', '-D', cluster, '-U', 'contactry', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N');
      await configure();
    },
    async kill() {
      const postmaster = await postmasterPid(cluster);
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
      for (const pid of [postmaster, ...children.trim().split(' ').map(Number)]) await killAtOnce(pid);
      await rm(join(cluster, 'postmaster.pid'), { force: true });
    },
    async follow(other: Server, how: 'pg_basebackup' | 'pg_rewind') {
      // Until then, a server before version 16 doesn't say that it was promoted, and pg_rewind finds nothing to do.
      await other.ask('checkpoint');
      if (how === 'pg_rewind')
        await run('pg_rewind', '-D', cluster, `--source-server=${other.url}`, '--no-sync');
      else {
        await rm(cluster, { recursive: true, force: true });
        await run('pg_basebackup', '-D', cluster, '-d', other.url, '-c', 'fast', '--no-sync');
      }
      await configure();
      await writeSettings('postgresql.auto.conf', {
        primary_conninfo: `${other.url}?application_name=${name}`,
      });
      await writeFile(join(cluster, 'standby.signal'), '');
      for (const file of ['postgresql.conf', 'postgresql.auto.conf', 'standby.signal'])
        await give(join(cluster, file), account, 0o600);
      await start();
      await eventually(async () => {
        const rows = await other.ask(
          `select from pg_stat_replication where application_name = '${name}' and state = 'streaming'`,
        );
        if (rows.length === 0) throw new Error(`${name} does not follow ${other.name} yet`);
      }, 50);
    },
    async waitFor(standby: string) {
      await ask(config, `alter system set synchronous_standby_names = '${standby}'`);
      await ask(config, 'select pg_reload_conf()');
    },
  };
}

/** Returns when it has ended. It may have ended before. */
async function killAtOnce(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
  await eventually(async () => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
    if (!status.includes(') Z')) throw new Error(`process ${pid} has not ended`);
  });
}
