import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import { suppressionKeysOf, takeSuppressionLock } from '#domains/suppression/index.ts';
import { readVerdicts } from '#domains/verification/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { hasContacts } from '../rows/row.ts';
import { documentOf, verdictsBy } from './document.ts';
import {
  deleteStatements,
  mergedContacts,
  type Statement,
  type StatementToWrite,
  writeStatements,
} from './statements.ts';
import { addTally, count, type Tally } from './tally.ts';

export interface ProfileStatements {
  hash: string;
  network: string;
  handle: string;
  url: string;
  contacts: ContactSet;
  statements: Statement[];
  suppressionKeys: string[];
  created_at: Date;
  updated_at: Date;
}

/** The profiles with these hashes, and each import's statement about them. */
export async function readWithStatements(
  db: Db,
  hashes: readonly string[],
  lock: RawBuilder<unknown> = sql``,
): Promise<ProfileStatements[]> {
  const { rows: profiles } = await sql<Omit<ProfileStatements, 'statements'> & { importId: string | null }>`
    select profile_hash as hash, network, handle, url, contacts, import_id as "importId",
      created_at, updated_at, suppression_keys as "suppressionKeys"
    from directory_profile
    where profile_hash = any (${hashes}::uuid[])
    order by profile_hash
    ${lock}`.execute(db);
  const { rows: statements } = await sql<Statement & { hash: string }>`
    select wanted.hash, statement.import_id as "importId", statement.contacts
    from unnest(${hashes}::uuid[]) as wanted (hash)
    -- An offset keeps it a search by index for each: joined with many, a planner may read the whole table instead.
    cross join lateral (
      select import_id, contacts from directory_statement where profile_hash = wanted.hash offset 0
    ) as statement
    order by wanted.hash, import_id`.execute(db);
  return profiles.map(({ importId, ...profile }) => ({
    ...profile,
    statements:
      importId === null
        ? statements.filter(({ hash }) => hash === profile.hash)
        : [{ importId, contacts: profile.contacts }],
  }));
}

export interface Rewritten {
  /** Profiles that changed. */
  changed: number;
  /** Profiles that were removed because no way to reach the person was left. */
  removed: number;
}

/**
 * Changes the statements about some profiles and stores the result. `change` returns the same list to change nothing. Imports
 * can't write in the meantime, because this transaction holds the lock that their batches share.
 */
export async function rewriteProfiles(
  db: Db,
  pepper: string,
  hashes: readonly string[],
  change: (statements: Statement[]) => Statement[],
): Promise<Rewritten> {
  await takeSuppressionLock(db);
  const tally: Tally = new Map();
  const removed: string[] = [];
  const changed: RewrittenProfile[] = [];
  for (const profile of await readWithStatements(db, hashes, sql`for update`)) {
    const statements = change(profile.statements);
    if (statements === profile.statements) continue;
    const contacts = mergedContacts(statements);
    count(tally, profile.network, profile.contacts, -1);
    if (!hasContacts(contacts)) {
      removed.push(profile.hash);
      continue;
    }
    changed.push({ profile, statements, contacts });
    count(tally, profile.network, contacts, 1);
  }
  await deleteProfiles(db, removed);
  await deleteStatements(
    db,
    changed.map(({ profile }) => profile.hash),
  );
  await updateProfiles(db, pepper, changed);
  await writeStatements(db, changed.flatMap(severalStatements));
  await addTally(db, tally);
  return { changed: changed.length, removed: removed.length };
}

interface RewrittenProfile {
  profile: ProfileStatements;
  statements: Statement[];
  contacts: ContactSet;
}

/** Those of a profile with one import are its document. */
function severalStatements({ profile: { hash }, statements }: RewrittenProfile): StatementToWrite[] {
  if (statements.length === 1) return [];
  return statements.map(({ importId, contacts }) => ({
    hash,
    importId,
    contactsJson: JSON.stringify(contacts),
  }));
}

async function updateProfiles(db: Db, pepper: string, changed: readonly RewrittenProfile[]): Promise<void> {
  if (changed.length === 0) return;
  const keyed = changed.map((one) => ({
    ...one,
    keys: suppressionKeysOf(pepper, one.profile.url, one.contacts),
  }));
  const verdictOn = verdictsBy(
    pepper,
    await readVerdicts(
      db,
      keyed.flatMap(({ keys }) => keys),
    ),
  );
  const rows = keyed.map(({ profile: { hash, handle }, statements, contacts, keys }) => ({
    hash,
    importId: statements.length === 1 ? statements[0]!.importId : null,
    keys,
    document: documentOf(contacts, handle, verdictOn),
  }));
  await sql`
    update directory_profile known set contacts = given.contacts::json, checked = nullif(given.checked, '')::json, import_id = given.import_id,
      suppression_keys = given.keys::uuid[], holds = given.holds, name_words = string_to_array(given.name_words, ' '),
      version = nextval('directory_version'), updated_at = clock_timestamp()
    from unnest(
      ${rows.map(({ hash }) => hash)}::uuid[],
      ${rows.map(({ importId }) => importId)}::text[],
      string_to_array(${listAsText(rows, ({ document }) => document.contactsJson)}, ${itemEnd}),
      string_to_array(${listAsText(rows, ({ document }) => document.checkedJson)}, ${itemEnd}),
      string_to_array(${listAsText(rows, ({ keys }) => `{${keys.join(',')}}`)}, ${itemEnd}),
      ${rows.map(({ document }) => document.holds)}::smallint[],
      ${rows.map(({ document }) => document.nameWords?.join(' ') ?? null)}::text[]
    ) as given (hash, import_id, contacts, checked, keys, holds, name_words)
    where known.profile_hash = given.hash`.execute(db);
}

async function deleteProfiles(db: Db, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await sql`delete from directory_profile where profile_hash = any (${hashes}::uuid[])`.execute(db);
}

/** Some of the profiles that an import contributed to. */
export async function profilesOfImport(db: Db, importId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    (select profile_hash as hash from directory_profile where import_id = ${importId} limit ${limit})
    union all
    (select profile_hash as hash from directory_statement where import_id = ${importId} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map(({ hash }) => hash);
}

export interface SourcePage {
  /** The profiles of the page that mention the source. */
  hashes: string[];
  /** The last profile of the page. Null after the last page. */
  through: string | null;
}

/** Searches one page of profiles after a hash for a source, so that no statement reads the whole table. */
export async function profilesWithSource(
  db: Db,
  source: string,
  { after, limit }: { after: string; limit: number },
): Promise<SourcePage> {
  const named = `"source":${JSON.stringify(source)},`;
  const { rows } = await sql<{ hash: string; names: boolean }>`
    with page as (
      select profile_hash, contacts from directory_profile
      where profile_hash > ${after}::uuid
      order by profile_hash limit ${limit}
    )
    select page.profile_hash as hash,
      position(${named} in page.contacts::text) > 0 or said.profile_hash is not null as names
    from page left join lateral (
      select profile_hash from directory_statement statement
      where statement.profile_hash = page.profile_hash and position(${named} in statement.contacts::text) > 0
      limit 1
    ) said on true
    order by page.profile_hash`.execute(db);
  return {
    hashes: rows.filter(({ names }) => names).map(({ hash }) => hash),
    through: rows.at(-1)?.hash ?? null,
  };
}
