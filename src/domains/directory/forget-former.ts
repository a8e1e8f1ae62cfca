import { sql } from 'kysely';
import { rowsInBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';

/**
 * Deletes former documents that no answer can tell any more: answers are kept for 24 hours. The margin is for late ones. A change that
 * is still to be announced keeps its document.
 */
export const forgetFormerDocuments: Job = {
  id: 'directory.forget-former',
  schedule: '23 * * * *',
  run: async ({ ports }) => {
    await rowsInBatches(
      ports.db,
      5000,
      (limit) => sql`
        delete from directory_former where (profile_hash, version) in (
          select profile_hash, version from directory_former
          where changed_at < now() - interval '25 hours'
            and not exists (
              select from directory_change change
              where change.profile_hash = directory_former.profile_hash and change.version = directory_former.version
              -- An offset keeps it a search by index for each.
              offset 0
            )
          order by changed_at limit ${limit} for update skip locked
        )`,
    );
  },
};
