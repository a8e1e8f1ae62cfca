import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { PersonalDataStore, ProfileMatch } from '#core/parts/personal-data.ts';
import type { KnownProfile } from '#domains/suppression/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { emailsOf, renderSold } from './render-sold.ts';
import { addTally, count, type Tally } from './tally.ts';

/** The directory's profiles. Lookups check the suppression list first, so nothing needs to be withdrawn. */
export const directoryProfiles: PersonalDataStore = {
  id: 'directory',
  isReplicated: true,

  async findMatches(db, keys, limit) {
    if (keys.length === 0) return [];
    return rowsOf<ProfileMatch>(
      db,
    )`select hash, url, keys from directory_carriers(${keys}::uuid[], ${limit})`;
  },

  async exported(db, hash): Promise<Partial<KnownProfile>> {
    const record = await recordOf(db, hash);
    if (!record) return { directory: null };
    const { profile, contacts, created_at, updated_at } = record;
    const { person, emails, phones, links } = contacts;
    const stored = { stored_at: created_at, changed_at: updated_at };
    const imports = await importsOf(db, hash);
    return { profile, directory: { person, emails, phones, links, ...stored, imports } };
  },

  emailsOf,
  verdictsChanged: renderSold,

  async erase(db, hashes) {
    const gone = await deleteProfiles(db, hashes);
    await forgetFormer(db, hashes);
    const tally: Tally = new Map();
    for (const { network, contacts } of gone) count(tally, network, contacts, -1);
    await addTally(db, tally);
    return gone.length;
  },
};

/** Former documents go at once: no answer may tell them again. */
async function forgetFormer(db: Db, hashes: readonly string[]): Promise<void> {
  await sql`delete from directory_former where profile_hash = any (${hashes}::uuid[])`.execute(db);
  await sql`delete from directory_change where profile_hash = any (${hashes}::uuid[])`.execute(db);
}

/** Locks rows in hash order, as imports do, so that the two don't deadlock. */
async function deleteProfiles(
  db: Db,
  hashes: readonly string[],
): Promise<{ network: string; contacts: ContactSet }[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ network: string; contacts: ContactSet }>`
    with doomed as materialized (
      select profile_hash from directory_profile
      where profile_hash = any (${hashes}::uuid[])
      order by profile_hash
      for update
    )
    delete from directory_profile known using doomed
    where known.profile_hash = doomed.profile_hash
    returning known.network, known.contacts`.execute(db);
  return rows;
}

interface DirectoryRecord {
  profile: Pick<ProfileLink, 'network' | 'handle' | 'url'>;
  contacts: ContactSet;
  created_at: Date;
  updated_at: Date;
}

async function recordOf(db: Db, hash: string): Promise<DirectoryRecord | undefined> {
  const { rows } = await sql<DirectoryRecord>`
    select json_build_object('network', network, 'handle', handle, 'url', url) as profile,
      contacts, created_at, updated_at
    from directory_profile
    where profile_hash = ${hash}`.execute(db);
  return rows[0];
}

/** Imports that contributed to the profile. */
async function importsOf(
  db: Db,
  hash: string,
): Promise<{ id: string; file_name: string; started_at: Date }[]> {
  const { rows } = await sql<{ id: string; file_name: string; started_at: Date }>`
    select id, file_name, started_at
    from directory_import
    where id in (
      select import_id from directory_profile where profile_hash = ${hash} and import_id is not null
      union all
      select import_id from directory_statement where profile_hash = ${hash}
    )
    order by started_at desc, id desc
    limit 1000`.execute(db);
  return rows;
}
