import { sql } from 'kysely';
import { run } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { endingPlans } from './ending-plans.ts';

/** Writes `plan.ending` for plans that end within a week, once for each end. Only accounts with an endpoint that wants it are looked at. */
export const announceEnding: Job = {
  id: 'billing.announce-ending',
  schedule: '*/10 * * * *',
  run: ({ ports: { db } }) => run(db)`
    select webhook_emit(ending.account, 'plan.ending', ending.id,
      json_build_object('plan_id', ending.plan, 'plan_name', ending.name,
        'ends_at', to_char(ending.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'credits', ending.credits),
      ending.now, ending.id || ' ' || ending.ends_at)
    from (${endingPlans(sql`webhook_accounts_for('plan.ending')`)}) ending`,
};
