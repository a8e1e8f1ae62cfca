import { readFile, readlink } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';

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
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return readlink(`/proc/${pid}/cwd`).then(
    (folder) => folder === cluster,
    () => false,
  );
}

export function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
