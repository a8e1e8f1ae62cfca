import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import { clearAnswersOf } from '#domains/lookup/index.ts';

/** What customers sent about people in jobs: links, names and the rows of their files. Only the customer's reference stays. */
export const listedProfiles: PersonalDataStore = {
  id: 'jobs',

  async exported(db, hash) {
    const rows = await rowsOf<{ items: number; accounts: number }>(db)`
      select count(*) as items, count(distinct account) as accounts from job_items_about(array[${hash}]::uuid[])`;
    return { listed_in_jobs: rows[0]! };
  },

  withdraw: eraseListed,
  erase: eraseListed,
};

/** Locks the items before their answers, as the job that deletes results does. */
async function eraseListed(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0;
  const rows = await rowsOf<{ account: number; lookup: string | null }>(db)`
    update job_item set profile_url = '', name = null, own = null
    from (
      select item.account, item.job, item.row from job_items_about(${hashes}::uuid[]) about
      join job_item item on item.account = about.account and item.job = about.job and item.row = about.row
      where item.profile_url <> ''
      order by item.account, item.job, item.row for update of item
    ) listed
    where job_item.account = listed.account and job_item.job = listed.job and job_item.row = listed.row
    returning job_item.account, job_item.lookup`;
  await clearAnswersOf(
    db,
    rows.flatMap(({ account, lookup }) => (lookup === null ? [] : [{ account, lookup }])),
  );
  return rows.length;
}
