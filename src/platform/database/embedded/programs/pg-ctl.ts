import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clusterIn, type Placement } from '../placement/placement.ts';
import { program } from './binaries.ts';
import { type Outcome, programFailure, runProgram } from './run-program.ts';

/** Crash recovery replays up to `max_wal_size`, and a clean stop writes all of `shared_buffers`. */
const startTimeoutSeconds = 300;
const stopTimeoutSeconds = 120;

/** Relative to the home folder: `pg_ctl` passes paths to a shell, which interprets some characters. */
const clusterArgument = 'cluster';
const startLog = 'log/start.log';

function pgCtl(placement: Placement, ...args: string[]): Promise<Outcome> {
  const { home, account, binaries } = placement;
  return runProgram(program(binaries, 'pg_ctl'), [...args, '-D', clusterArgument], account, home);
}

/** This cluster's server, even if a killed process left it behind. Removes a stale `postmaster.pid`. */
export async function runningServer(placement: Placement): Promise<RunningServer | null> {
  const cluster = clusterIn(placement.home);
  const found = await readPidFile(cluster);
  if (found === null) return null;
  const socket = found.socketDir && join(found.socketDir, `.s.PGSQL.${found.port}`);
  const isAlive = (await pgCtl(placement, 'status')).code === 0;
  if (isAlive && (await isPostmasterOf(found.pid, cluster))) return found;
  if (socket && (await acceptsConnections(socket))) {
    // By now a new server may have started in place of one that was killed.
    if ((await readPidFile(cluster))?.pid !== found.pid) return runningServer(placement);
    throw new Error(
      `A PostgreSQL server of another machine or container is running in ${cluster}. Stop it first.`,
    );
  }
  // A zombie process may still have its number, which would keep PostgreSQL from starting.
  if ((await readPidFile(cluster))?.pid === found.pid) {
    const stale = [join(cluster, 'postmaster.pid'), ...(socket ? [`${socket}.lock`, socket] : [])];
    for (const file of stale) await rm(file, { force: true });
  }
  return null;
}

/** Waits until the server accepts connections. `configuration` is relative to the home folder. */
export async function startServer(placement: Placement, configuration: string): Promise<void> {
  await rm(join(placement.home, startLog), { force: true });
  const args = [
    '-w',
    '-t',
    String(startTimeoutSeconds),
    '-l',
    startLog,
    '-o',
    `-c config_file=${configuration}`,
  ];
  for (let tries = 1; ; tries += 1) {
    const outcome = await pgCtl(placement, 'start', ...args);
    if (outcome.code === 0) return;
    const reasons = await lastWords(join(placement.home, 'log'));
    if (tries === orphanTries || !orphansHoldMemory.test(reasons)) {
      throw programFailure('PostgreSQL did not start', placement.home, `${outcome.output}\n${reasons}`);
    }
    await setTimeout(orphanPauseMs);
  }
}

/** Child processes of a killed server end within moments. Until then they hold its shared memory. */
const orphansHoldMemory = /pre-existing shared memory block .* is still in use/;
const orphanTries = 40;
const orphanPauseMs = 250;

/** The last lines of the most recent log files. */
async function lastWords(folder: string): Promise<string> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      changedAt: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  const latest = files.sort((one, other) => one.changedAt - other.changedAt).slice(-2);
  const texts = await Promise.all(latest.map(({ name }) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.split('\n').slice(-8).join('\n')).join('');
}

export async function reloadServer(placement: Placement): Promise<void> {
  await pgCtl(placement, 'reload');
}

/** Ends all connections. `fast` writes everything to disk; `immediate` writes nothing, for temporary clusters. */
export async function stopServer(placement: Placement, mode: 'fast' | 'immediate'): Promise<void> {
  const outcome = await pgCtl(placement, 'stop', '-w', '-t', String(stopTimeoutSeconds), '-m', mode);
  if (outcome.code !== 0 && (await runningServer(placement))) {
    throw new Error(`PostgreSQL did not stop in ${placement.home}: ${outcome.output}`);
  }
}

/** The contents of `postmaster.pid`. */
export interface RunningServer {
  pid: number;
  port: number;
  /** Empty on loopback. */
  socketDir: string;
}

/** Null if no server has started, or the last one stopped cleanly. */
export async function readPidFile(cluster: string): Promise<RunningServer | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((cause) => {
    if (cause.code === 'ENOENT') return '';
    throw cause;
  });
  // pid, data folder, start time, port, socket folder, listen address, shared memory key, status
  const [pid, , , port, socketDir] = text.split('\n');
  return pid ? { pid: Number(pid), port: Number(port), socketDir: socketDir ?? '' } : null;
}

/** After a reboot or a container restart, another program may have the old number. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return readlink(`/proc/${pid}/cwd`).then(
    (folder) => folder === cluster,
    () => false,
  );
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
