import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import { isAlive } from '#platform/database/embedded/cluster.ts';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/start-embedded-postgres.ts';

const quiet: Log = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** Starts a cluster without durability, in a folder that is removed however this program ends. */
export async function startThrowAwayCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  await removeAbandoned();
  const folder = await mkdtemp(join(await roomiestFolder(), `contactry-${process.pid}-`));
  // As root the server runs under another account, which must be able to enter.
  await chmod(folder, 0o711);
  const removeNow = () => removeAtOnce(folder);
  process.once('exit', removeNow);

  // A program started by root drops root and then can't enter the socket's folder.
  const transport = runsAsRoot() ? 'loopback' : undefined;
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet, throwAway: true, transport });
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeNow);
  };
  return { url: urlOf(postgres), stop };
}

/** Usable as DATABASE_URL of another program. */
export function urlOf({ poolConfig }: EmbeddedPostgres): string {
  const { user, password, host, port, database } = poolConfig;
  return `postgres://${user}:${password}@${encodeURIComponent(host!)}:${port}/${database}`;
}

const memoryFolder = '/dev/shm';
const memoryBytesMin = 4 * 2 ** 30;

/** In memory if there is plenty: a clone takes 16 ms there, and up to 350 ms on a busy disk. */
export async function roomiestFolder(): Promise<string> {
  if (process.platform !== 'linux') return tmpdir();
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === memoryFolder);
  if (!mount || /[ ,]noexec[ ,]/.test(mount)) return tmpdir();
  const { bavail, bsize } = await statfs(memoryFolder);
  return bavail * bsize >= memoryBytesMin ? memoryFolder : tmpdir();
}

/** Removes the folders of killed runs. */
async function removeAbandoned(): Promise<void> {
  for (const parent of [tmpdir(), memoryFolder]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const pid = Number(/^contactry-(\d+)-/.exec(name)?.[1] ?? process.pid);
      if (!isAlive(pid)) removeAtOnce(join(parent, name));
    }
  }
}

/** Synchronous, because a program that is exiting can't wait for promises. */
function removeAtOnce(folder: string): void {
  try {
    endServer(join(folder, 'postgresql', 'cluster'));
  } catch {
    // It had already ended.
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // It belongs to another user.
  }
}

function endServer(cluster: string): void {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number(firstLine(pidFile));
  // After a crash, another program may have this number.
  if (process.platform === 'linux' && readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)) return;
  process.kill(pid, 'SIGQUIT');
  for (let tries = 0; tries < 60 && firstLine(pidFile); tries++) pause(50);
}

const firstLine = (file: string) => readFileSync(file, 'utf8').split('\n', 1)[0];
const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
