import { sql } from 'kysely';
import { rowsOf } from '#core/database/statement.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';

/**
 * What customers sent about people in jobs: links, names and the rows of their files. The answers are the lookups' own. A
 * suppression leaves it as it is, because it is what the customer knew before. An erasure leaves only the customer's reference.
 */
export const listedProfiles: PersonalDataStore = {
  id: 'jobs',

  async exported(db, hash) {
    const rows = await rowsOf<{ items: number; accounts: number }>(db)`
      select count(*) as items, count(distinct account) as accounts from job_items_about(array[${hash}]::uuid[])`;
    return { listed_in_jobs: rows[0]! };
  },

  async erase(db, hashes) {
    const { numAffectedRows } = await sql`
      update job_item set profile_url = '', name = null, own = null
      from (
        select item.account, item.job, item.row from job_items_about(${hashes}::uuid[]) about
        join job_item item on item.account = about.account and item.job = about.job and item.row = about.row
        where item.profile_url <> ''
        order by item.account, item.job, item.row for update of item
      ) listed
      where job_item.account = listed.account and job_item.job = listed.job and job_item.row = listed.row`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  },
};
