import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { program } from './binaries.ts';
import { clusterIn } from './cluster-paths.ts';
import { answers, isPostmasterOf, type RunningServer, readPidFile } from './pid-file.ts';
import type { Placement } from './placement.ts';
import { type Outcome, runProgram } from './run-program.ts';

/** Recovery after a crash replays at most `max_wal_size`; a clean stop writes what is in `shared_buffers`. */
const startTimeoutSeconds = 300;
const stopTimeoutSeconds = 120;

/** Relative to the home, because `pg_ctl` hands them to a shell, in which some characters of a path mean something. */
const clusterArgument = 'cluster';
const startLog = 'log/start.log';

function pgCtl(placement: Placement, ...args: string[]): Promise<Outcome> {
  const { home, account, binaries } = placement;
  return runProgram(program(binaries, 'pg_ctl'), [...args, '-D', clusterArgument], account, home);
}

/** The server of this cluster, also one that a killed process left behind. A stale `postmaster.pid` is removed. */
export async function runningServer(placement: Placement): Promise<RunningServer | null> {
  const cluster = clusterIn(placement.home);
  const found = await readPidFile(cluster);
  if (found === null) return null;
  const socket = found.socketDir && join(found.socketDir, `.s.PGSQL.${found.port}`);
  const isAlive = (await pgCtl(placement, 'status')).code === 0;
  if (isAlive && (await isPostmasterOf(found.pid, cluster))) return found;
  if (socket && (await answers(socket))) {
    throw new Error(
      `A PostgreSQL server that is not of this machine or container runs in ${cluster}: stop it first.`,
    );
  }
  // Its number may still be taken, by a dead process that nobody has waited for: then PostgreSQL would not start.
  if ((await readPidFile(cluster))?.pid === found.pid) {
    const stale = [join(cluster, 'postmaster.pid'), ...(socket ? [`${socket}.lock`, socket] : [])];
    for (const file of stale) await rm(file, { force: true });
  }
  return null;
}

/** Waits until the server takes connections. `configuration` is relative to the home. */
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
      throw new Error(`PostgreSQL did not start in ${placement.home}: ${outcome.output}\n${reasons}`.trim());
    }
    await setTimeout(orphanPauseMs);
  }
}

/** The processes of a server that was killed end by themselves within moments; until then its memory is theirs. */
const orphansHoldMemory = /pre-existing shared memory block .* is still in use/;
const orphanTries = 40;
const orphanPauseMs = 250;

/** The last lines of the files that were written last. */
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

/** Connections are ended, everything is written; `immediate` writes nothing and is for clusters that are thrown away. */
export async function stopServer(placement: Placement, mode: 'fast' | 'immediate'): Promise<void> {
  const outcome = await pgCtl(placement, 'stop', '-w', '-t', String(stopTimeoutSeconds), '-m', mode);
  if (outcome.code !== 0 && (await runningServer(placement))) {
    throw new Error(`PostgreSQL did not stop in ${placement.home}: ${outcome.output}`);
  }
}
