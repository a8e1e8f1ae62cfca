import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { itemEnd, listAsText } from '#core/database/parameters.ts';
import { readVerdicts } from '#domains/verification/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { documentOf, verdictsBy } from './document.ts';

export interface StoredProfile {
  network: string;
  contacts: ContactSet;
  /** The document as stored: the statement of the only import, once there is a second. */
  contactsJson: string;
  /** Keys of the profile and of every value in it. */
  suppressionKeys: string[];
  /** The import that contributed everything. Null when several did. */
  importId: string | null;
  /** The requested import's statement, when several imports contributed. */
  said: ContactSet | null;
  /** The version of the last write; see `writeProfiles`. */
  version: number;
}

/** The stored profiles with these hashes, suppressed or not, as one import needs them. */
export async function readProfiles(
  db: Db,
  hashes: readonly string[],
  importId: string,
): Promise<Map<string, StoredProfile>> {
  const { rows } = await sql<{
    hash: string;
    network: string;
    version: number;
    contacts: string;
    keys: string[];
    importId: string | null;
    said: string | null;
  }>`
    select known.profile_hash as hash, known.network, known.version, known.contacts::text as contacts,
      known.suppression_keys as keys, known.import_id as "importId", said.contacts::text as said
    from directory_profile known
    left join directory_statement said
      on known.import_id is null and said.profile_hash = known.profile_hash and said.import_id = ${importId}
    where known.profile_hash = any (${`{${hashes.join(',')}}`}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ hash, contacts, keys, said, ...profile }) => [
      hash,
      {
        ...profile,
        contacts: JSON.parse(contacts) as ContactSet,
        contactsJson: contacts,
        suppressionKeys: keys,
        said: said === null ? null : (JSON.parse(said) as ContactSet),
      },
    ]),
  );
}

export interface ProfileToWrite {
  hash: string;
  profile: ProfileLink;
  contacts: ContactSet;
  suppressionKeys: readonly string[];
  importId: string | null;
  /** The version that was read. Null for a new profile. */
  versionRead: number | null;
}

/**
 * Writes each profile unless it changed since it was read, and returns the hashes written. Either way its row stays locked until
 * the transaction ends, so that the next try succeeds. Rows are locked in hash order, so that two writers don't deadlock.
 */
export async function writeProfiles(
  db: Db,
  pepper: string,
  profiles: readonly ProfileToWrite[],
): Promise<Set<string>> {
  if (profiles.length === 0) return new Set();
  const verdictOn = verdictsBy(
    pepper,
    await readVerdicts(
      db,
      profiles.flatMap(({ suppressionKeys }) => suppressionKeys),
    ),
  );
  const ordered = [...profiles]
    .sort((one, other) => (one.hash < other.hash ? -1 : 1))
    .map((profile) => ({
      ...profile,
      document: documentOf(profile.contacts, profile.profile.handle, verdictOn),
    }));
  const { rows } = await sql<{ hash: string }>`
    insert into directory_profile as known
      (profile_hash, network, handle, url, contacts, checked, suppression_keys, import_id, holds, name_words, version)
    select given.hash, given.network, given.handle, given.url, given.contacts::json, nullif(given.checked, '')::json, given.keys::uuid[], given.import_id,
      given.holds, string_to_array(given.name_words, ' '),
      -- Negative, it tells the update what was read, and is a version of its own should the profile be gone.
      coalesce(-given.version_read, nextval('directory_version'))
    from unnest(
      string_to_array(${listAsText(ordered, ({ hash }) => hash)}, ${itemEnd})::uuid[],
      string_to_array(${listAsText(ordered, ({ profile }) => profile.network)}, ${itemEnd}),
      string_to_array(${listAsText(ordered, ({ profile }) => profile.handle)}, ${itemEnd}),
      string_to_array(${listAsText(ordered, ({ profile }) => profile.url)}, ${itemEnd}),
      string_to_array(${listAsText(ordered, ({ document }) => document.contactsJson)}, ${itemEnd}),
      string_to_array(${listAsText(ordered, ({ document }) => document.checkedJson)}, ${itemEnd}),
      string_to_array(${listAsText(ordered, ({ suppressionKeys }) => `{${suppressionKeys.join(',')}}`)}, ${itemEnd}),
      ${ordered.map(({ importId }) => importId)}::text[],
      ${ordered.map(({ document }) => document.holds)}::smallint[],
      ${ordered.map(({ document }) => document.nameWords?.join(' ') ?? null)}::text[],
      ${ordered.map(({ versionRead }) => versionRead)}::bigint[]
    ) with ordinality
      as given (hash, network, handle, url, contacts, checked, keys, import_id, holds, name_words, version_read, place)
    order by given.place
    on conflict (profile_hash) do update set
      contacts = excluded.contacts,
      checked = excluded.checked,
      suppression_keys = excluded.suppression_keys,
      import_id = excluded.import_id,
      holds = excluded.holds,
      name_words = excluded.name_words,
      version = nextval('directory_version'),
      updated_at = clock_timestamp()
    where known.version = -excluded.version
    returning profile_hash as hash`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}
