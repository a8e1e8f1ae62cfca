import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from './placement/account.ts';
import { clusterIn, type Placement } from './placement/placement.ts';

/** A private socket, or loopback on platforms without one. Both require the password. */
export type Transport = 'socket' | 'loopback';

export const mainFile = 'postgresql.conf';
export const socketPort = 5432;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the terminating zero. */
const socketPathBytesMax = 103;

/**
 * Rewrites the server's configuration at every start. It is in the home folder, which the server's account can read but not
 * write. The operator's `local.conf` beside it takes precedence.
 */
export async function writeConfiguration(
  placement: Placement,
  where: { transport: Transport; socketDir: string; port: number },
  settings: Settings,
): Promise<void> {
  const { home, account } = placement;
  await ownFolder(join(home, 'log'), account);
  await replaceFile(join(home, 'pg_hba.conf'), hostRules(where.transport));
  await makeFile(join(home, 'local.conf'), '# Your own settings. They override postgresql.conf.\n').catch(
    unlessExists,
  );
  await replaceFile(
    join(home, mainFile),
    [
      '# Rewritten at every start. Put your own settings into local.conf, beside this file.\n',
      `include = ${quoted(join(clusterIn(home), 'postgresql.conf'))}\n`,
      settingLines({
        ...logSettings,
        ...settings,
        listen_addresses: where.transport === 'loopback' ? '127.0.0.1' : '',
        port: where.port,
        unix_socket_directories: where.transport === 'loopback' ? '' : where.socketDir,
        unix_socket_permissions: '0700',
        hba_file: join(home, 'pg_hba.conf'),
        log_directory: join(home, 'log'),
      }),
      "include = 'local.conf'\n",
    ].join(''),
  );
}

/** Requires the password: peer authentication needs a name for the uid. `all` leaves out replication, by which backups are made. */
const hostRules = (transport: Transport) =>
  (transport === 'loopback'
    ? ['host all all 127.0.0.1/32', 'host replication postgres 127.0.0.1/32']
    : ['local all all', 'local replication postgres']
  )
    .map((rule) => `${rule} scram-sha-256\n`)
    .join('');

function unlessExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Creates a file that must not exist yet, not even as a link. The server's account can read it, whatever the umask. */
async function makeFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.chmod(0o644);
  } finally {
    await file.close();
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.unfinished`;
  await rm(unfinished, { force: true });
  await makeFile(unfinished, text);
  await rename(unfinished, path).catch(async (cause) => {
    await rm(unfinished, { force: true });
    throw cause;
  });
}

/** A folder for the socket with a short enough path: in the home folder, else in the system's temporary folder. */
export async function socketFolder({ home, account }: Placement): Promise<string> {
  const inHome = join(home, 'run');
  if (Buffer.byteLength(join(inHome, `.s.PGSQL.${socketPort}`)) <= socketPathBytesMax) {
    await ownFolder(inHome, account);
    return inHome;
  }
  const name = `contactry-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const folder = join(Buffer.byteLength(tmpdir()) > 40 ? '/tmp' : tmpdir(), name);
  await mkdir(folder, { mode: 0o700 }).catch(unlessExists);
  // In a shared folder, another user may have created it first.
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === process.getuid?.()) await ownFolder(folder, account);
  else if (!found.isDirectory() || found.uid !== account.uid) {
    throw new Error(
      `${folder} belongs to another user, but the database needs it for its socket. Remove it.`,
    );
  }
  return folder;
}

/** Removes the socket's folder if it is outside the home folder. */
export async function leaveSocketFolder({ home }: Placement, folder: string): Promise<void> {
  if (!folder.startsWith(home)) await rm(folder, { recursive: true, force: true });
}

/** A free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

export type Settings = Record<string, string | number>;

/** Only the settings that differ from PostgreSQL's defaults. Measured in docs/decisions/embedded-postgresql.md. */
export const serviceSettings: Settings = {
  max_connections: 60,
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** One file per weekday, overwritten a week later. Statements and row values never reach the log. */
const logSettings: Settings = {
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: 0,
  log_truncate_on_rotation: 'on',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: 0,
};

/** For clusters that are deleted afterwards. A crash may lose everything, but leaves nothing outside the folder. */
export const throwAwaySettings: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  dynamic_shared_memory_type: 'mmap',
  autovacuum: 'off',
  max_wal_size: '1GB',
  max_connections: 200,
  // The password is random, so rounds add nothing but processor time to each connection.
  scram_iterations: 1,
};

function settingLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${quoted(String(value))}\n`)
    .join('');
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
