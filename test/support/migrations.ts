import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from './database.ts';

export const first = ['0001_first.sql', 'create table first_table (id int);'] as const;
export const second = ['0002_second.sql', 'create table second_table (id int);'] as const;

/** A folder of migrations and functions, as `migrate` takes it. */
export async function folderOf(...files: (readonly [name: string, sql: string])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-migrations-'));
  const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
  for (const [name, sql] of files) await write(name, sql);
  const functionsFolder = join(folder, 'src');
  return {
    folder,
    functionsFolder,
    write,
    async writeFunction(name: string, sql: string) {
      await mkdir(join(functionsFolder, 'domains/shop/functions'), { recursive: true });
      await writeFile(join(functionsFolder, `domains/shop/functions/${name}.sql`), sql);
    },
    remove: (name: string) => rm(join(folder, name)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** `tables` lists those whose names end in `_table`. */
export async function emptyDatabase() {
  const database = await testDatabase({ migrated: false });
  const tables = async () => {
    const { rows } = await database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relname like '%_table' order by 1`,
    );
    return rows.map(({ relname }) => relname);
  };
  return { ...database, tables };
}
