import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Carrier, DirectoryRecord, ImportNamed, PeopleDirectory } from '#domains/suppression/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { addTally, count, type Tally } from './tally.ts';

/** What the rights of one person need of the directory. */
export const peopleDirectory: PeopleDirectory = {
  async carrying(db, keys, limit) {
    if (keys.length === 0) return [];
    const { rows } = await sql<Carrier>`
      select profile_hash as hash, url, suppression_keys as keys
      from directory_profile
      where suppression_keys && ${keys}::uuid[]
      limit ${limit}`.execute(db);
    return rows;
  },

  async records(db, hashes) {
    if (hashes.length === 0) return [];
    const { rows } = await sql<DirectoryRecord>`
      select profile_hash as hash, json_build_object('network', network, 'handle', handle, 'url', url) as profile,
        contacts, suppression_keys as keys, created_at as "createdAt", updated_at as "updatedAt"
      from directory_profile
      where profile_hash = any (${hashes}::uuid[])
      order by url`.execute(db);
    return rows;
  },

  async importsOf(db, hash) {
    const { rows } = await sql<ImportNamed>`
      select id, file_name as "fileName", started_at as "startedAt"
      from directory_import
      where id in (
        select import_id from directory_profile where profile_hash = ${hash} and import_id is not null
        union all
        select import_id from directory_statement where profile_hash = ${hash}
      )
      order by started_at desc, id desc
      limit 1000`.execute(db);
    return rows;
  },

  async erase(db, hashes) {
    const gone = await deleteProfiles(db, hashes);
    const tally: Tally = new Map();
    for (const { network, contacts } of gone) count(tally, network, contacts, -1);
    await addTally(db, tally);
    return gone.length;
  },
};

/** Locked in order of their hashes, as an import locks them: the two don't deadlock. */
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
