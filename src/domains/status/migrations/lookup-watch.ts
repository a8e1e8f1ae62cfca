import { hourMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { latencyOf, lookupTimes } from '#domains/usage/index.ts';
import { areSlow } from './pace.ts';

/** Processes write how long their lookups took every ten seconds. */
const lookEveryMs = 10_000;
const usualHours = 24;

/** How lookups of all processes do from now on, beside the day before. */
export async function watchLookups(db: Db, startAt: Date) {
  const countsIn = (fromHours: number, toHours: number) =>
    lookupTimes(db, {
      start: new Date(startAt.getTime() + fromHours * hourMs),
      end: new Date(startAt.getTime() + toHours * hourMs),
    });
  const usual = latencyOf(await countsIn(-usualHours, 0));
  const sinceStart = () => countsIn(0, usualHours * 365);
  let before = await sinceStart();
  let lookedMs = performance.now();
  let rows = 0;
  return {
    /** Counts the rows of a batch. Every ten seconds it returns what was seen since the last time. */
    async look(batchRows: number): Promise<{ isSlow: boolean; perSecond: number } | null> {
      rows += batchRows;
      const tookMs = performance.now() - lookedMs;
      if (tookMs < lookEveryMs) return null;
      const counts = await sinceStart();
      const added = new Map([...counts].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]));
      const perSecond = Math.round((rows * 1_000) / tookMs);
      [before, lookedMs, rows] = [counts, performance.now(), 0];
      return { isSlow: areSlow(latencyOf(added), usual), perSecond };
    },
  };
}
