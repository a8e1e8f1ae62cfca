import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';

/** Credits that the account's lookups have spent since then, or only those with these keys, or those of this job. */
export const spentSince = (
  db: Db,
  account: number,
  { keys = null, job = null }: { keys?: readonly string[] | null; job?: string | null },
  since: Date,
): Promise<number> =>
  fieldOf<number>(db)`
    with own as (select date_trunc('hour', ${since}::timestamptz + interval '1 hour - 1 microsecond', 'UTC') as full_hour)
    select coalesce(sum(credits), 0)::bigint from (
      select credits, key_id, job from own, usage_hour where account = ${account} and hour >= own.full_hour
      union all
      select credits, key_id, job::text from own, usage_event
      where account = ${account} and at >= ${since} and at < own.full_hour
    ) spent
    where (${keys}::text[] is null or key_id = any (${keys}::text[])) and (${job}::text is null or job = ${job})`;
