import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { kyselyOn } from '#platform/database/pools.ts';
import { eventually } from '../support/eventually.ts';
import { givenCredits, givenKey } from '../support/kit.ts';
import { openProgram, type Program } from '../support/program.ts';
import { type DebianServer, debianServer, poolOf } from './debian-server.ts';
import type { Cell } from './load.ts';

export interface Installation {
  server: DebianServer;
  program: Program;
}

export interface OpenCell extends Cell, Installation {
  account: number;
}

export const credits = 10_000_000;

const guide = join(import.meta.dirname, '../../docs/guide/scaling.md');

/** The guide's SQL for cells, so that what is tested is what people copy. */
async function guidesSql() {
  const [, cells] = (await readFile(guide, 'utf8')).split('\n## Cells\n');
  const blocks = [...(cells ?? '').matchAll(/```sql\n(.*?)```/gs)].map(([, text]) => text!);
  const find = (words: string) => {
    const block = blocks.find((text) => text.includes(words));
    if (!block) throw new Error(`${guide} has no SQL with "${words}"`);
    return block;
  };
  return {
    publish: find('create publication'),
    subscribe: (name: string, port: number) =>
      find('create subscription')
        .replace('cell_a', name)
        .replace('host=directory.internal', `host=127.0.0.1 port=${port}`),
    waiting: find('pg_subscription_rel'),
    name: find('synchronous_standby_names'),
  };
}

/** Each statement is a transaction of its own, which `alter system` needs. */
const run = (server: DebianServer, sql: string) =>
  server.ask(...sql.split(/;\n/).filter((statement) => statement.trim() !== ''));

const shared = { ROLE: 'all', WEB: 'off', TRUSTED_PROXIES: '127.0.0.1' };

/** A server with a started service, or with its tables alone. */
export async function openInstallation(
  folder: string,
  stack: AsyncDisposableStack,
  {
    environment = {},
    settings = {},
  }: { environment?: Record<string, string>; settings?: Record<string, string> },
): Promise<Installation> {
  const server = stack.use(await debianServer(folder, { shared_buffers: '64MB', ...settings }));
  const program = stack.use(openProgram({ ...shared, DATABASE_URL: server.url, ...environment }));
  await program.start();
  return { server, program };
}

/** The directory's installation, and the cells that subscribe to it as the guide says. */
export async function openCells(
  folder: string,
  stack: AsyncDisposableStack,
  {
    names,
    importInto,
    mails,
  }: { names: string[]; importInto(program: Program): Promise<void>; mails: Record<string, string> },
): Promise<{ home: Installation; cells: OpenCell[] }> {
  const sql = await guidesSql();
  const port = await freePort();
  const home = await openInstallation(join(folder, 'directory'), stack, {
    environment: { ...mails, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    settings: { wal_level: 'logical' },
  });
  await importInto(home.program);
  await run(home.server, sql.publish);
  // A role's setting counts from its next connection.
  await home.program.stop();
  await home.program.start();
  const cells: OpenCell[] = [];
  for (const name of names) {
    const environment = { DIRECTORY_URL: home.program.url() };
    const installation = await openInstallation(join(folder, name), stack, { environment });
    const { server, program } = installation;
    await program.stop();
    await run(server, sql.subscribe(name, home.server.port));
    await eventually(async () => assert.deepEqual(await run(server, sql.waiting), []), 200);
    cells.push({ ...installation, name, url: () => program.url(), ...(await givenAccountOf(server)) });
  }
  await run(home.server, sql.name);
  for (const { program } of cells) await program.start();
  return { home, cells };
}

/** An account with a key and credits. */
export async function givenAccountOf(server: DebianServer): Promise<{ key: string; account: number }> {
  const pool = poolOf(server);
  const db = kyselyOn(pool);
  const key = await givenKey(db, { rate_limit_per_min: 1_000_000 });
  await givenCredits(db, key.account, credits);
  await pool.end();
  return { key: key.text, account: key.account };
}
