import { readFile } from 'node:fs/promises';
import { startEmbeddedPostgres } from '#platform/database/embedded/start-embedded-postgres.ts';
import { debianServer, debiansPrograms } from '../../cells/debian-server.ts';
import { ask, postmasterPid } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { urlOf } from '../../support/throw-away-cluster.ts';

/** A PostgreSQL with durable writes that faults can be done to. */
export interface OwnPostgres extends AsyncDisposable {
  name: string;
  url: string;
  /** As `pg_ctl stop -m immediate`. */
  stopAtOnce(): Promise<void>;
  /** Resolves once it answers. It may run already. */
  start(): Promise<void>;
  /** The ids of all its processes. */
  pids(): Promise<number[]>;
}

const settings = {
  shared_buffers: '512MB',
  max_wal_size: '1GB',
  max_connections: '100',
  // A frozen process keeps its locks, and its peers wait for them.
  log_min_messages: 'fatal',
};

/** Debian's, if it is installed, else the one that the service has with it. */
export const openOwnPostgres = (folder: string): Promise<OwnPostgres> =>
  debiansPrograms() ? openDebians(folder) : openEmbedded(folder);

async function openDebians(folder: string): Promise<OwnPostgres> {
  const server = await debianServer(folder, settings);
  let starting: Promise<void> | null = null;
  process.once('exit', () => {
    const pid = server.pid();
    // One that is frozen ends, too.
    if (pid !== null) for (const signal of ['SIGQUIT', 'SIGCONT']) process.kill(pid, signal);
  });
  return {
    name: 'Debian’s PostgreSQL',
    url: server.url,
    stopAtOnce: server.stopAtOnce,
    async start() {
      // After a full disk it may have ended. Two faults may want to start it.
      if (server.pid() === null) starting ??= server.start().finally(() => (starting = null));
      await (starting ?? eventually(() => server.ask('select 1'), 100));
    },
    pids: async () => withChildren(server.pid()),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Its supervisor starts it again as soon as it is gone. */
async function openEmbedded(folder: string): Promise<OwnPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: quiet, transport: 'loopback' });
  const pid = () => postmasterPid(server.clusterDir).catch(() => null);
  return {
    name: 'the embedded PostgreSQL',
    url: urlOf(server),
    async stopAtOnce() {
      const first = await pid();
      if (first) process.kill(first, 'SIGQUIT');
    },
    start: async () => void (await eventually(() => ask(server.poolConfig, 'select 1'), 100)),
    pids: async () => withChildren(await pid()),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function withChildren(first: number | null): Promise<number[]> {
  if (first === null) return [];
  const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8').catch(() => '');
  return [first, ...children.trim().split(' ').filter(Boolean).map(Number)];
}
