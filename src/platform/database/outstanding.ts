import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type NamedText, readSql } from './sql-functions.ts';

/** The database can't be used by this release. The message says what to do. */
export class MigrationRefused extends Error {}

export const project = join(import.meta.dirname, '../../..');
const own: { version: string } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

export interface Migration extends NamedText {
  /** The oldest release that still runs on its schema. Null: every release that ran before it. */
  oldestRelease: string | null;
}

/** A migration that the database has. */
export interface Applied {
  name: string;
  sha256: string;
  oldest_release: string | null;
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`Migration ${name} is not named NNNN_what_it_does.sql`);
    const before = names[index - 1];
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Migrations ${before} and ${name} have the same number`);
  }
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readSql(join(folder, name));
  const [header] = /^(?:--.*\n)*/.exec(text.sql)!;
  const [, oldestRelease = null] = /^-- oldest release: (\d+\.\d+\.\d+)$/m.exec(header) ?? [];
  if (oldestRelease === null && /^-- oldest release/im.test(text.sql))
    throw new Error(
      `Migration ${name} must name its oldest release at the top, as \`-- oldest release: 3.1.0\`.`,
    );
  return { name, ...text, oldestRelease };
}

interface Outstanding {
  /** Migrations of this release that the database lacks. */
  pending: Migration[];
  /** Names of the migrations of a newer release, on whose schema this one still runs. */
  newer: string[];
}

/** Throws if this release, `version`, can't use the database. */
export function outstanding(files: Migration[], applied: Applied[], version = own.version): Outstanding {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const [at, { name, sha256 }] of applied.entries()) {
    const file = byName.get(name);
    if (!file || file.sha256 === sha256) continue;
    if (!isFrozen(file)) throw new MigrationRefused(changed(name));
    throw new MigrationRefused(at === 0 ? unreleased : anotherDigest(name));
  }
  const newer = applied.filter(({ name }) => !byName.has(name));
  const end = newer.findLast(({ oldest_release }) => isBefore(version, oldest_release));
  if (end) throw new MigrationRefused(tooOld(version, end));

  const names = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !names.has(name));
  if (newer[0] && pending[0]) throw new MigrationRefused(otherBranch(newer[0].name, pending[0].name));
  const last = applied.at(-1)?.name ?? '';
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new MigrationRefused(
      `Migration ${late.name} sorts before ${last}, which is already applied. Give it the next free number.`,
    );
  return { pending, newer: newer.map(({ name }) => name) };
}

export const isBefore = (version: string, oldest: string | null): boolean =>
  oldest !== null && version.localeCompare(oldest, 'en', { numeric: true }) < 0;

/** As a release has it: then the database is from before that release. */
function isFrozen({ name, sha256 }: NamedText): boolean {
  const frozen: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(join(project, 'migrations/frozen.json'), 'utf8'),
  );
  return Object.values(frozen).some((release) => release[name] === sha256);
}

const unreleased =
  'This database was made before release 3.0.0, from which on databases are upgraded. Nothing was changed. Move its contacts and ' +
  'opt-outs to a new database: see "Data from before 3.0.0" in docs/guide/deploying.md.';

const anotherDigest = (name: string): string =>
  `The table schema_migration has another digest for ${name} than this release, though those before it agree. Nothing was changed. ` +
  'Use the release that made this database. If the row was changed by hand, restore it from a backup.';

const changed = (name: string): string =>
  `Migration ${name} changed after it was applied. Restore it, and put the change into a new migration.`;

const tooOld = (version: string, { name, oldest_release: oldest }: Applied): string =>
  `Release ${version} no longer runs on this database: a newer release applied ${name}, which needs ${oldest} or newer. Nothing was ` +
  `changed. Run ${oldest} or a newer release. To return to ${version}, restore a backup from before the upgrade.`;

const otherBranch = (theirs: string, ours: string): string =>
  `The database has migration ${theirs}, which this release does not know, and lacks ${ours} of this release. Nothing was changed. ` +
  'Run the release that created it, or a newer one.';
