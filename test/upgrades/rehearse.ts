import { cpSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionsRelease } from '#platform/database/functions-release.generated.ts';
import type { MigrateOptions } from '#platform/database/migrate.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'rehearsals');

/** Releases that never were, oldest first. Each adds its migrations and SQL functions to those of the checkout. */
export const rehearsals: readonly string[] = readdirSync(folder).sort();

export type Rehearsal = Required<Pick<MigrateOptions, 'folder' | 'functionsFolder' | 'release'>> & Disposable;

/** What `migrate` takes for this rehearsal: the checkout, and the rehearsals up to this one. */
export function rehearse(version: string): Rehearsal {
  const at = rehearsals.indexOf(version);
  if (at < 0) throw new Error(`There is no rehearsal ${version}. There are ${rehearsals.join(', ')}.`);
  const made = mkdtempSync(join(tmpdir(), 'contactry-rehearsal-'));
  for (const from of [root, ...rehearsals.slice(0, at + 1).map((each) => join(folder, each))])
    for (const file of globSync(['migrations/*.sql', 'src/{domains,platform}/*/{functions/*,at-start}.sql'], {
      cwd: from,
    }))
      cpSync(join(from, file), join(made, file));
  return {
    folder: join(made, 'migrations'),
    functionsFolder: join(made, 'src'),
    release: functionsRelease.number + at + 1,
    [Symbol.dispose]: () => rmSync(made, { recursive: true }),
  };
}
