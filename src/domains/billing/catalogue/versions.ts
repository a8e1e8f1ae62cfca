import { sql } from 'kysely';
import type { Context, Db } from '#core/context.ts';
import { columnsOf } from '#core/shapes.ts';
import { type CatalogueEntry, defaultEntries } from '../plans.ts';
import { CatalogueVersion, type EntryChange } from './shapes.ts';

export interface Catalogue {
  /** 0 for the program's own. */
  version: number;
  entries: readonly CatalogueEntry[];
  /** The version that comes into force later. */
  waiting: (CatalogueVersion & { entries: readonly CatalogueEntry[] }) | null;
}

const versions = (db: Db) => db.selectFrom('catalogue_version').where('withdrawn_at', 'is', null);
type WithEntries = CatalogueVersion & { entries: readonly CatalogueEntry[] };

/** The catalogue at a time. */
export async function readCatalogue(db: Db, at: Date): Promise<Catalogue> {
  const rows = await versions(db)
    .select([...columnsOf(CatalogueVersion), 'entries'])
    .orderBy('version', 'desc')
    .limit(2)
    .$castTo<WithEntries>()
    .execute();
  const current = rows.find(({ effective_at }) => effective_at <= at);
  const waiting = rows.find(({ effective_at }) => effective_at > at) ?? null;
  return { version: current?.version ?? 0, entries: current?.entries ?? defaultEntries, waiting };
}

/** The entries of a version that is or was in force, or that waits. Null if there is no such version. */
export async function entriesOf(db: Db, version: number): Promise<readonly CatalogueEntry[] | null> {
  if (version === 0) return defaultEntries;
  const row = await versions(db).where('version', '=', version).select('entries').executeTakeFirst();
  return (row?.entries as readonly CatalogueEntry[] | undefined) ?? null;
}

/** Newest first, with those that were withdrawn. */
export function versionsBefore(
  db: Db,
  before: number | undefined,
  limit: number,
): Promise<CatalogueVersion[]> {
  let query = db.selectFrom('catalogue_version').select(columnsOf(CatalogueVersion));
  if (before !== undefined) query = query.where('version', '<', before);
  return query.orderBy('version', 'desc').limit(limit).$castTo<CatalogueVersion>().execute();
}

/** Changes queue until the transaction ends. Reads aren't blocked. */
export async function lockCatalogue(db: Db): Promise<void> {
  await sql`lock table catalogue_version in share row exclusive mode`.execute(db);
}

interface NewVersion {
  entries: readonly CatalogueEntry[];
  changes: readonly EntryChange[];
  reason: string;
  effective_at: Date;
}

/** Stores a new version, and returns its number. Hold the lock. */
export async function insertVersion(
  ctx: Pick<Context, 'db' | 'actor'>,
  { entries, changes, ...version }: NewVersion,
): Promise<number> {
  const row = await ctx.db
    .insertInto('catalogue_version')
    .values({
      ...version,
      version: sql`(select coalesce(max(version), 0) + 1 from catalogue_version)`,
      actor: ctx.actor,
      entries: JSON.stringify(entries),
      changes: JSON.stringify(changes),
    })
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

export async function withdrawVersion(db: Db, version: number, actor: string, at: Date): Promise<void> {
  await db
    .updateTable('catalogue_version')
    .set({ withdrawn_at: at, withdrawn_by: actor })
    .where('version', '=', version)
    .execute();
}
