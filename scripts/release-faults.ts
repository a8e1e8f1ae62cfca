import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBefore, readMigrations } from '#platform/database/outstanding.ts';
import { readSql } from '#platform/database/sql-functions.ts';

/** SHA-256 of each migration, by its file. */
export type Digests = Readonly<Record<string, string>>;

/** The migrations that each release added. They never change again: databases have applied them. */
export type Frozen = Readonly<Record<string, Digests>>;

/** The migrations of a checkout. */
export async function filesOfMigrations(root: string): Promise<Digests> {
  const folder = join(root, 'migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readSql(join(folder, name))));
  return Object.fromEntries(names.map((name, at) => [name, files[at]!.sha256]));
}

/** Sentences on released migrations that are not as they were, and on new ones out of order. `isReleased`: none may be new. */
export function migrationFaults(frozen: Frozen, files: Digests, { isReleased = false } = {}): string[] {
  const released: Digests = Object.assign({}, ...Object.values(frozen));
  const last = Object.keys(released).sort().at(-1) ?? '';
  const other = Object.entries(released)
    .filter(([name, digest]) => files[name] !== digest)
    .map(([name]) =>
      files[name]
        ? `${name} is released and was changed. Restore it, and put the change into a new migration.`
        : `${name} is released and is missing. Restore it.`,
    );
  const added = Object.keys(files).filter((name) => released[name] === undefined);
  const early = added
    .filter((name) => name < last)
    .map((name) => `${name} is new and sorts before ${last}, which is released. Give it the next number.`);
  const open =
    isReleased && added.length > 0
      ? [`${added.join(', ')} would be new. Run \`npm run release -- --freeze\`, and commit.`]
      : [];
  return [...other, ...early, ...open];
}

/** The oldest release that still runs after each migration, of those that name one. */
export async function oldestReleases(root: string): Promise<Readonly<Record<string, string>>> {
  const migrations = await readMigrations(join(root, 'migrations'));
  return Object.fromEntries(
    migrations.flatMap(({ name, oldestRelease }) => (oldestRelease ? [[name, oldestRelease]] : [])),
  );
}

/** Sentences on new migrations after which the release before no longer runs, so that it could not be upgraded without a pause. */
export function contractFaults(frozen: Frozen, oldest: Readonly<Record<string, string>>): string[] {
  const released: Digests = Object.assign({}, ...Object.values(frozen));
  const previous = Object.keys(frozen).sort(byVersion).at(-1) ?? '';
  return Object.entries(oldest)
    .filter(([name, version]) => released[name] === undefined && isBefore(previous, version))
    .map(
      ([name, version]) =>
        `${name} needs ${version} or newer, and ${previous} is the release before. Move it to the release after this one.`,
    );
}

const byVersion = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

/** With the migrations that no release has, as those of this version. */
export function frozenWith(frozen: Frozen, files: Digests, version: string): Frozen {
  const released: Digests = Object.assign({}, ...Object.values(frozen));
  const added = Object.entries(files).filter(([name]) => released[name] === undefined);
  if (added.length === 0) return frozen;
  return { ...frozen, [version]: { ...frozen[version], ...Object.fromEntries(added) } };
}

interface Candidate {
  version: string;
  changelog: string;
  /** As `git status --porcelain` lists them. */
  changes: string;
  tags: readonly string[];
  /** The releases with a dump in test/upgrades. */
  dumps: readonly string[];
}

/** Sentences on what is missing before this state can be released. */
export function releaseFaults({ version, changelog, changes, tags, dumps }: Candidate): string[] {
  const section = sectionOf(changelog, version);
  const faults: string[] = [];
  if (changes !== '') faults.push('There are changes without a commit. Commit or remove them.');
  if (tags.includes(`v${version}`))
    faults.push(
      `v${version} is tagged already. Raise the version with \`npm version --no-git-tag-version\`.`,
    );
  if (!dumps.includes(version))
    faults.push(
      `test/upgrades/${version}.sql.zst is missing. Run \`npm run release -- --freeze\`, and commit.`,
    );
  if (!section)
    faults.push(
      `CHANGELOG.md has no section "## ${version} - YYYY-MM-DD". Add it with the day of the release.`,
    );
  else if (!/^### Upgrading\n+\S/m.test(section))
    faults.push(
      `CHANGELOG.md says nothing under "### Upgrading" of ${version}: what to do, how long it takes, and what can be undone.`,
    );
  return faults;
}

function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m);
  return sections.find(
    (text) => text.startsWith(`## ${version} - `) && /^## \S+ - \d{4}-\d{2}-\d{2}\n/.test(text),
  );
}
