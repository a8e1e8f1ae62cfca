import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { PersonalDataStore, ProfileMatch } from '#core/parts/personal-data.ts';
import type { KnownProfile } from '#domains/suppression/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';

/** Sources' answers, stored for reuse. */
export const storedSourceAnswers: PersonalDataStore = {
  id: 'source_answers',

  async findMatches(db, keys, limit) {
    if (keys.length === 0) return [];
    return rowsOf<ProfileMatch>(db)`select hash, url, keys from source_carriers(${keys}::uuid[], ${limit})`;
  },

  async exported(db, hash): Promise<Partial<KnownProfile>> {
    const { rows } = await sql<{ source: string; fetched_at: Date; contacts: ContactSet }>`
      select source, fetched_at, contacts
      from source_answer
      where profile_hash = ${hash} and contacts is not null
      order by source, fetched_at`.execute(db);
    const source_answers = rows.map(({ source, fetched_at, contacts }) => {
      const { person, emails, phones, links } = contacts;
      return { source, fetched_at, person, emails, phones, links };
    });
    return { source_answers };
  },

  emailsOf: (db, hashes) =>
    rowsOf<{ hash: string; address: string; sources: string[] }>(db)`
      select profile_hash as hash, email ->> 'address' as address,
        array(select distinct said ->> 'source' from json_array_elements(email -> 'sources') said) as sources
      from source_answer cross join lateral json_array_elements(contacts -> 'emails') email
      where profile_hash = any (${hashes}::uuid[]) and contacts is not null and fresh_until > clock_timestamp()`,

  // A stored answer would go to the next caller who asks.
  withdraw: eraseAnswers,
  erase: eraseAnswers,
};

async function eraseAnswers(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  await sql`delete from source_profile where profile_hash = any (${hashes}::uuid[])`.execute(db);
  await sql`delete from http_validator where profile_hash = any (${hashes}::uuid[])`.execute(db);
  const { numAffectedRows } = await sql`
    delete from source_answer
    where profile_hash = any (${hashes}::uuid[]) and contacts is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}
