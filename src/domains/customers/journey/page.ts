import type { JourneyFact } from '#core/parts/journey.ts';

/** Where a page begins: at this time, after as many facts of the same millisecond. */
export interface JourneyStart {
  atMs: number;
  skip: number;
}

/** As many facts may share a millisecond and still be paged through. */
const skipMax = 10_000;

export function readJourneyCursor(text: string | undefined): JourneyStart | null {
  if (text === undefined) return { atMs: 0, skip: 0 };
  const [, at, skip] = /^(\d{1,15})-(\d{1,5})$/.exec(text) ?? [];
  if (!at || !skip || Number(skip) > skipMax || Number(at) > 8.64e15) return null;
  return { atMs: Number(at), skip: Number(skip) };
}

export type ToldFact = JourneyFact & { source: string };

/**
 * One page of what all sources told from `start` on: in the order of time, and within a millisecond in the order of the
 * sources. Each source told at least `limit + 1` facts more than are skipped, or all it has.
 */
export function journeyPage(
  told: readonly ToldFact[],
  start: JourneyStart,
  limit: number,
): { facts: ToldFact[]; nextCursor: string | null } {
  // The sort is stable, so facts of one source stay in its order.
  const inOrder = told.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const facts = inOrder.slice(start.skip, start.skip + limit);
  if (inOrder.length <= start.skip + limit) return { facts, nextCursor: null };
  const lastMs = facts.at(-1)!.at.getTime();
  const shown = inOrder.slice(0, start.skip + limit).filter(({ at }) => at.getTime() === lastMs).length;
  return { facts, nextCursor: `${lastMs}-${shown}` };
}
