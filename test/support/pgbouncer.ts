import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { temporaryFolder } from './embedded.ts';

export interface PgBouncer extends AsyncDisposable {
  url: string;
}

/** PgBouncer in transaction mode before the database of this URL. Two server connections, so that they change often. */
export async function startPgBouncer(databaseUrl: string, more = ''): Promise<PgBouncer> {
  const folder = await temporaryFolder();
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const file = join(folder.path, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}${password && ` password=${decodeURIComponent(password)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${folder.path}/users
pool_mode = transaction
default_pool_size = 2
max_client_conn = 200
${process.getuid?.() === 0 ? 'user = nobody' : ''}
${more}
`,
  );
  await writeFile(join(folder.path, 'users'), `"${username}" ""\n`);
  for (const name of ['pgbouncer.ini', 'users']) await chmod(join(folder.path, name), 0o644);
  const child: ChildProcess = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (chunk) => {
      said += chunk;
      if (said.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(said)));
  });
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}
