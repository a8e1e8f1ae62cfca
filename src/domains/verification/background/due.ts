import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf, rowsOf, run } from '#core/database/statement.ts';

/** Sales are counted an hour of events at a time. The newest seconds are left: a transaction may still write there. */
const windowAtMost = sql`interval '1 hour'`;

/** Counts what was sold since the last time, so that those profiles are checked first. Returns whether there is more to count. */
export const countSales = (db: Db): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await run(transaction)`
      insert into verification_progress (sold_through) values (clock_timestamp() - interval '1 day') on conflict do nothing`;
    return fieldOf<boolean>(transaction)`
      with span as (
        select sold_through as after, least(sold_through + ${windowAtMost}, clock_timestamp() - interval '10 seconds') as through
        from verification_progress for update
      ), sold as (
        select event.profile_hash, count(*) as times from span
        join usage_event event on event.at > span.after and event.at <= span.through
        where event.disclosed_fields & 1 = 1 and not event.is_test group by event.profile_hash
      ), noted as (
        insert into verification_due as known (profile_hash, sold, rank, due_at)
        select profile_hash, times, ${rankOf(sql`times`)}, clock_timestamp() from sold order by profile_hash
        on conflict (profile_hash) do update set sold = known.sold + excluded.sold,
          rank = ${rankOf(sql`known.sold + excluded.sold`)}
      )
      update verification_progress set sold_through = greatest(span.after, span.through) from span
      returning span.through < clock_timestamp() - interval '1 minute'`;
  });

const rankMax = 20;
const rankOf = (sold: ReturnType<typeof sql>) => sql`least(1 + floor(log(2, ${sold})), ${rankMax})::smallint`;

/** Adds the next profiles of the directory that have an email, and starts over after the last. */
export const sweepDirectory = (db: Db, limit: number): Promise<void> =>
  run(db)`
    with page as materialized (
      select profile_hash, json_array_length(contacts -> 'emails') > 0 as has_email from directory_profile
      where profile_hash > coalesce((select swept_through from verification_progress),
        '00000000-0000-0000-0000-000000000000'::uuid)
      order by profile_hash limit ${limit}
    ), noted as (
      insert into verification_due (profile_hash, sold, rank, due_at)
      select profile_hash, 0, 0, clock_timestamp() from page where has_email order by profile_hash
      on conflict do nothing
    )
    update verification_progress set swept_through = (
      select case when count(*) = ${limit} then max(profile_hash::text)::uuid end from page
    )`;

/** Profiles that are due, those that are sold most first, and then those that wait longest. None that is suppressed. */
export async function takeDue(db: Db, limit: number): Promise<{ hash: string; tries: number }[]> {
  return rowsOf<{ hash: string; tries: number }>(db)`
    select due.profile_hash as hash, due.tries from (
      select next.* from generate_series(${rankMax}, 0, -1) as ranks (rank)
      cross join lateral (
        select profile_hash, tries, due.rank from verification_due due
        where due.rank = ranks.rank and due.due_at <= now()
        order by due.due_at limit ${limit}
      ) next
      limit ${limit}
    ) due`;
}

export interface NextCheck {
  hash: string;
  tries: number;
  dueAt: Date;
}

/** Says when the profiles are checked next. */
export const setDue = (db: Db, next: readonly NextCheck[]): Promise<void> =>
  run(db)`
    update verification_due due set tries = given.tries, due_at = given.due_at
    from unnest(${next.map(({ hash }) => hash)}::uuid[], ${next.map(({ tries }) => tries)}::smallint[],
      ${next.map(({ dueAt }) => dueAt)}::timestamptz[]) as given (hash, tries, due_at)
    where due.profile_hash = given.hash`;
