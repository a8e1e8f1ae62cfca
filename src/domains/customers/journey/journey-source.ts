import { type RawBuilder, sql } from 'kysely';
import type { JourneyAccount, JourneyFact, JourneySource } from '#core/parts/journey.ts';

interface Declared extends Pick<JourneySource, 'id' | 'tables'> {
  /** A query with the columns of a fact: when, what and a JSON object, in this order. */
  query(account: JourneyAccount, page: { from: Date; limit: number }): RawBuilder<unknown>;
}

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

/** A source that one query tells. */
export const journeySource = ({ id, tables, query }: Declared): JourneySource => ({
  id,
  tables,
  async facts(db, account, page) {
    const { rows } = await sql<JourneyFact>`
      select at, what, detail from (${query(account, page)}) as fact (at, what, detail)
      where at >= ${page.from}
      order by at, what, detail::text
      limit ${page.limit}`.execute(db);
    return rows.map((fact) => ({ ...fact, detail: withTimes(fact.detail) }));
  },
});
