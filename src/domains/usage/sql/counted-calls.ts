import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { type RolledHours, splitWindow, type TimeSpan } from '../rules.ts';

/**
 * The calls of a window as rows to aggregate: full hours from the roll-up as far as it goes, everything else event by event.
 * An hour that is rolled up meanwhile is still counted once, because its events stay.
 */
export async function callsWithin(
  db: Db,
  window: TimeSpan,
  where: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const { head, hours, tail } = splitWindow(window, await rolledHours(db));
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

/** How far the roll-up goes. Read it first: what is rolled up later stays in the events. */
export async function rolledHours(db: Db): Promise<RolledHours> {
  const { rows } = await sql<RolledHours>`
    select from_hour as "from", through_hour as through from usage_rolled`.execute(db);
  return rows[0]!;
}

/** The members of `UsageCounts`, aggregated over rows of `callsWithin`. */
export const countedCalls = sql`
  coalesce(sum(requests), 0)::bigint as requests,
  coalesce(sum(requests) filter (where status = 'completed'), 0)::bigint as completed,
  coalesce(sum(requests) filter (where status = 'not_found'), 0)::bigint as not_found,
  coalesce(sum(credits), 0)::bigint as credits`;
