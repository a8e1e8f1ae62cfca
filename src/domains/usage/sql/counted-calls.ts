import { type RawBuilder, sql } from 'kysely';
import { splitWindow, type TimeSpan } from '../rules.ts';

/** The calls of a window as rows to aggregate: the sums of full hours, everything else event by event. */
export function callsWithin(window: TimeSpan, where: RawBuilder<unknown>): RawBuilder<unknown> {
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
export const countedCalls = sql`
  coalesce(sum(requests), 0)::bigint as requests,
  coalesce(sum(requests) filter (where status = 'completed'), 0)::bigint as completed,
  coalesce(sum(requests) filter (where status = 'not_found'), 0)::bigint as not_found,
  coalesce(sum(credits), 0)::bigint as credits`;
