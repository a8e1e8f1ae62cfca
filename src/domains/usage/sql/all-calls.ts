import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { splitWindow, type TimeSpan } from '../rules.ts';
import type { AllUsageCounts } from '../shapes.ts';

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
    sql<AllUsageCounts['hourly'][number]>`
      select date_trunc('hour', at, 'UTC') as hour, ${countedCalls} from ${calls} group by 1 order by 1`.execute(
      db,
    ),
  ]);
  return {
    totals: totals.rows[0]!,
    by_network: networks.rows,
    top_accounts: top.rows,
    hourly: hourly.rows,
  };
}

/** The calls of a window as rows to aggregate: the sums of full hours, everything else event by event. */
function callsWithin(window: TimeSpan, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const { head, hours, tail } = splitWindow(window);
  return sql`(
    select account, hour as at, kind, status, network, requests, credits
    from usage_hour where hour >= ${hours.start} and hour < ${hours.end} and ${where}
    union all ${eventRows(head, where)}
    union all ${eventRows(tail, where)}
  ) call`;
}

const eventRows = ({ start, end }: TimeSpan, where: RawBuilder<unknown>) => sql`
  select account, at, kind, status, network, 1::bigint as requests, credits
  from usage_call where at >= ${start} and at < ${end} and ${where}`;

/** The members of `UsageCounts`, aggregated over rows of `callsWithin`. */
const countedCalls = sql`
  coalesce(sum(requests), 0)::bigint as requests,
  coalesce(sum(requests) filter (where status = 'completed'), 0)::bigint as completed,
  coalesce(sum(requests) filter (where status = 'not_found'), 0)::bigint as not_found,
  coalesce(sum(credits), 0)::bigint as credits`;
