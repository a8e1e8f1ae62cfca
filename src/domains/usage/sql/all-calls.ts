import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { TimeSpan } from '../rules.ts';
import type { AllUsageCounts } from '../shapes.ts';
import { callsWithin, countedCalls } from './counted-calls.ts';

const accountsNamed = 20;

/** The usage of all accounts together, without test keys. */
export async function countAllUsage(db: Db, window: TimeSpan): Promise<AllUsageCounts> {
  const calls = callsWithin(window, sql`not is_test`);
  const [totals, networks, top, hourly] = await Promise.all([
    sql<AllUsageCounts['totals']>`
      select ${countedCalls}, count(distinct account)::int as accounts from ${calls}`.execute(db),
    sql<AllUsageCounts['by_network'][number]>`
      select network, ${countedCalls} from ${calls} group by network order by requests desc`.execute(db),
    sql<AllUsageCounts['top_accounts'][number]>`
      select account.account_id, used.requests, used.completed, used.not_found, used.credits
      from (
        select account, ${countedCalls} from ${calls} group by account
        order by requests desc limit ${accountsNamed}
      ) used join account on account.id = used.account
      order by used.requests desc`.execute(db),
    sql<Omit<AllUsageCounts['hourly'][number], 'hour'> & { hour: Date }>`
      select date_trunc('hour', at, 'UTC') as hour, ${countedCalls} from ${calls} group by 1 order by 1`.execute(
      db,
    ),
  ]);
  return {
    totals: totals.rows[0]!,
    by_network: networks.rows,
    top_accounts: top.rows,
    hourly: hourly.rows.map((row) => ({ ...row, hour: row.hour.toISOString() })),
  };
}
