import { sql } from 'kysely';
import type { Job } from '#core/job.ts';

/**
 * Writes `plan.ending` for plans that end within a week, once for each end: cancelled subscriptions, and contracts. Only accounts with an
 * endpoint that wants it are looked at. `credits`: of the lots that expire by then.
 */
export const announceEnding: Job = {
  id: 'billing.announce-ending',
  schedule: '*/10 * * * *',
  async run({ ports: { db } }) {
    await sql`
      select webhook_emit(ending.account, 'plan.ending', ending.id,
        json_build_object('plan_id', ending.plan, 'plan_name', ending.name,
          'ends_at', to_char(ending.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'credits', (
            select coalesce(sum(avail), 0)::bigint from credit_lot lot
            where lot.account = ending.account and lot.closed_at is null
              and lot.expires_at > clock.now and lot.expires_at <= ending.ends_at
          )),
        clock.now, ending.id || ' ' || ending.ends_at)
      from webhook_accounts_for('plan.ending') watched
      cross join (select ledger_now() as now) clock
      cross join lateral (
        select account, purchase as id, plan, (select terms ->> 'name' from purchase where id = subscription.purchase) as name,
          paid_until as ends_at
        from subscription
        where account = watched.account and paid_until is not null and stop_reason = 'cancelled'
        union all
        select account, id, terms ->> 'id', terms ->> 'name', ends_at from contract
        where account = watched.account and starts_at <= clock.now
      ) ending
      where ending.ends_at > clock.now and ending.ends_at <= clock.now + interval '7 days'`.execute(db);
  },
};
