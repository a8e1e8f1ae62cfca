import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { JourneyAccount, JourneyFact, JourneyPage, JourneySource } from '#core/parts/journey.ts';

const inUtc = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/;

/** PostgreSQL writes times in JSON to the microsecond and with +00:00. The API has one form of times. */
const withTimes = (detail: JourneyFact['detail']): JourneyFact['detail'] =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) =>
      typeof value === 'string' && name.endsWith('_at') && inUtc.test(value)
        ? [name, new Date(value).toISOString()]
        : [name, value],
    ),
  );

/**
 * The first facts of a source, oldest first. Facts of one time always come in the same order, so that pages fit together.
 */
export async function factsOf(
  source: JourneySource,
  db: Db,
  account: JourneyAccount,
  page: JourneyPage,
): Promise<JourneyFact[]> {
  const { rows } = await sql<JourneyFact>`
    select at, what, detail from (${source.query(account, page)}) as fact (at, what, detail)
    where at >= ${page.from}
    order by at, what, detail::text
    limit ${page.limit}`.execute(db);
  return rows.map((fact) => ({ ...fact, detail: withTimes(fact.detail) }));
}
