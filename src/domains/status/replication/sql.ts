import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** A commit takes no longer than this while every server that must confirm it responds. */
const patienceSeconds = 3;

export interface Confirmations {
  /** `synchronous_standby_names`: `FIRST 1 (db2)`, or empty. */
  wanted: string;
  /** Whether commits of this user wait for a standby. Not at the directory of cells, where opt-outs alone do. */
  waits: boolean;
  /** Commits of this user that have waited for seconds. */
  stuck: number;
  stuck_seconds: number;
  /** Connections that read the log of changes, whatever for. */
  connected: number;
  /** The names of those that commits may wait for. Null without the right to know them (`pg_read_all_stats`). */
  following: string[] | null;
}

export async function confirmationsOf(db: Db): Promise<Confirmations> {
  const { rows } = await sql<Confirmations>`
    with stuck as (
      select extract(epoch from clock_timestamp() - query_start)::float8 as seconds from pg_stat_activity
      where wait_event = 'SyncRep' and query_start < clock_timestamp() - make_interval(secs => ${patienceSeconds})
    )
    select current_setting('synchronous_standby_names') as wanted,
      current_setting('synchronous_commit') not in ('off', 'local') as waits,
      (select count(*)::int from stuck) as stuck,
      (select coalesce(max(seconds), 0) from stuck) as stuck_seconds,
      (select count(*)::int from pg_stat_replication) as connected,
      case when pg_has_role('pg_read_all_stats', 'usage') then array(
        select application_name from pg_stat_replication
        where state = 'streaming' and sync_state in ('sync', 'quorum', 'potential')
      ) end as following`.execute(db);
  return rows[0]!;
}

export interface Replicated {
  table_name: string;
  /** Null without a subscription that has the table. */
  subscription: string | null;
  is_enabled: boolean | null;
  is_copied: boolean | null;
  is_running: boolean | null;
  /** Since the directory was last heard from, at most half a minute ago while it responds. Null if it never was. */
  silent_seconds: number | null;
}

/** How each table of a cell that the directory sends arrives here. */
export async function replicatedTables(db: Db): Promise<Replicated[]> {
  const { rows } = await sql<Replicated>`
    select table_name, subname as subscription, subenabled as is_enabled, srsubstate = 'r' as is_copied,
      worker.pid is not null as is_running,
      extract(epoch from clock_timestamp() - nullif(worker.last_msg_receipt_time, '-infinity'))::float8 as silent_seconds
    from unnest(array['directory_profile', 'directory_former', 'suppression', 'suppression_withdrawal']) as table_name
    left join pg_subscription_rel on srrelid = to_regclass(table_name)
    left join pg_subscription on pg_subscription.oid = srsubid
    left join lateral (
      select max(pid) as pid, max(last_msg_receipt_time) as last_msg_receipt_time from pg_stat_subscription
      where subid = srsubid and relid is null
    ) as worker on true
    order by table_name`.execute(db);
  return rows;
}
