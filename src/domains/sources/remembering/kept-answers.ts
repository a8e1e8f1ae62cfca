import { sql } from 'kysely';
import type { Carrier, SourceAnswer, SourceAnswers } from '#domains/suppression/index.ts';

/** What the rights of one person need of the answers that sources gave and that are kept for repeats. */
export const keptSourceAnswers: SourceAnswers = {
  async carrying(db, keys, limit) {
    if (keys.length === 0) return [];
    const { rows } = await sql<Carrier>`
      select profile_hash as hash, url, suppression_keys as keys
      from source_profile
      where suppression_keys && ${keys}::uuid[]
      limit ${limit}`.execute(db);
    return rows;
  },

  async kept(db, hash) {
    const { rows } = await sql<SourceAnswer>`
      select source, fetched_at as "fetchedAt", contacts
      from source_answer
      where profile_hash = ${hash} and contacts is not null
      order by source, fetched_at`.execute(db);
    return rows;
  },

  async erase(db, hashes) {
    if (hashes.length === 0) return 0;
    await sql`delete from source_profile where profile_hash = any (${hashes}::uuid[])`.execute(db);
    await sql`delete from http_validator where profile_hash = any (${hashes}::uuid[])`.execute(db);
    const { numAffectedRows } = await sql`
      delete from source_answer
      where profile_hash = any (${hashes}::uuid[]) and contacts is not null`.execute(db);
    return Number(numAffectedRows ?? 0);
  },
};
