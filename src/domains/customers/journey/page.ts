import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { JourneyAccount, JourneyFact, JourneyPage, JourneySource } from '#core/parts/journey.ts';

/** Where a page begins: at this time, after this many facts of the same millisecond. */
export interface JourneyStart {
  atMs: number;
  skip: number;
}

/** Up to this many facts may share a millisecond and still be paged through. */
const skipMax = 10_000;

export function readJourneyCursor(text: string | undefined): JourneyStart | null {
  if (text === undefined) return { atMs: 0, skip: 0 };
  const [, at, skip] = /^(\d{1,15})-(\d{1,5})$/.exec(text) ?? [];
  if (!at || !skip || Number(skip) > skipMax || Number(at) > 8.64e15) return null;
  return { atMs: Number(at), skip: Number(skip) };
}

export type SourcedFact = JourneyFact & { source: string };

/**
 * One page of the facts of all sources from `start` on, in the order of time, and within a millisecond in the order of the
 * sources. Expects from each source at least `limit + 1` facts more than are skipped, or all it has.
 */
export function journeyPage(
  known: readonly SourcedFact[],
  start: JourneyStart,
  limit: number,
): { facts: SourcedFact[]; nextCursor: string | null } {
  // The sort is stable, so facts of one source stay in its order.
  const inOrder = known.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const facts = inOrder.slice(start.skip, start.skip + limit);
  if (inOrder.length <= start.skip + limit) return { facts, nextCursor: null };
  const lastMs = facts.at(-1)!.at.getTime();
  const shown = inOrder.slice(0, start.skip + limit).filter(({ at }) => at.getTime() === lastMs).length;
  return { facts, nextCursor: `${lastMs}-${shown}` };
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

/** The first facts of a source, oldest first. Facts of one time always come in the same order, so that no page repeats one. */
export async function factsOf(
  source: JourneySource,
  db: Db,
  account: JourneyAccount,
  page: JourneyPage,
): Promise<JourneyFact[]> {
  // Writing out every detail of a long history, to sort by it, would cost as much as reading it.
  const { rows } = await sql<JourneyFact>`
    with first_facts as (
      select at, what, detail from (${source.query(account, page)}) as fact (at, what, detail)
      where at >= ${page.from}
      order by at
      fetch first ${page.limit} rows with ties
    )
    select at, what, detail from first_facts
    order by at, what, detail::text
    limit ${page.limit}`.execute(db);
  return rows.map((fact) => ({ ...fact, detail: withTimes(fact.detail) }));
}
