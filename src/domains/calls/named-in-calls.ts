import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';

/** Links and names of people in refused requests. Suppression and erasure clear the call's texts. */
export const namedInCalls: PersonalDataStore = {
  id: 'refused_calls',

  async exported(db, hash) {
    const { rows } = await sql<{ refused_calls: number }>`
      select count(*)::int as refused_calls from refused_call
      where profiles && array[${hash}]::uuid[] and profiles <> '{}'`.execute(db);
    return rows[0]!;
  },

  withdraw: forgetTexts,
  erase: forgetTexts,
};

async function forgetTexts(db: Db, hashes: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update refused_call set request = null, answer = null, profiles = '{}'
    where id = any (array(
      select id from refused_call where profiles && ${hashes}::uuid[] and profiles <> '{}' order by id for update
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
