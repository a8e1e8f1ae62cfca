import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { afterLease, type OperationKey } from './under-way.ts';

/** How long an abandoned lookup that no caller knows about waits for a retry. */
const droppedAfterSeconds = 60;

/** A lookup taken over from a process that died. */
export interface TakenOver {
  account: number;
  accountId: string;
  opKey: string;
  requestHash: string | null;
  call: unknown;
  isReported: boolean;
  /** Includes this one. */
  takeovers: number;
  /** The process that died. */
  died: string;
}

/** Takes over one lookup, or those that nobody else waits for, unless their process is alive. */
export async function takeOver(
  db: Db,
  worker: string,
  which: OperationKey | { limit: number },
): Promise<TakenOver[]> {
  const chosen =
    'opKey' in which
      ? sql`account = ${which.account} and op_key = ${which.opKey}`
      : sql`created_at > clock_timestamp() - interval '24 hours' and (is_reported
          or working_until < clock_timestamp() - make_interval(secs => ${droppedAfterSeconds}))`;
  const { rows } = await sql<TakenOver>`
    with abandoned as (
      select account, op_key, worker as died from lookup
      where status = 'pending' and working_until < clock_timestamp() and ${chosen}
      order by working_until limit ${'limit' in which ? which.limit : 1} for update skip locked
    )
    update lookup set worker = ${worker}, takeovers = takeovers + 1, working_until = ${afterLease}
    from abandoned, account
    where lookup.account = abandoned.account and lookup.op_key = abandoned.op_key and account.id = lookup.account
    returning lookup.account, account.account_id as "accountId", lookup.op_key as "opKey",
      lookup.request_hash as "requestHash", lookup.pending_call as call, lookup.is_reported as "isReported", lookup.takeovers,
      abandoned.died`.execute(db);
  return rows;
}
