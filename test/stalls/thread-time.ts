import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest stretch of a work in which nobody else has a turn, in CPU milliseconds of this thread: other programs on
 * the same machine do not count.
 */
async function longestStretchMs(work: () => unknown): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const mark = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  let isDone = false;
  const done = Promise.resolve(work()).finally(() => {
    mark();
    isDone = true;
  });
  await Promise.resolve();
  while (!isDone) {
    await nextTurn();
    mark();
  }
  await done;
  return longest;
}

/** For so long nobody else may be kept waiting. */
export const stallMsMax = 50;

/** The best of some runs, so that neither a cold start nor a collection of garbage counts as a stall. */
const runsMax = 6;

/** In milliseconds of a machine on which the yardstick takes what it should: a slower one gets as much more time. */
export async function stallMs(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && best > stallMsMax; run += 1) {
    best = Math.min(best, await longestStretchMs(work));
  }
  return best > stallMsMax ? best / Math.max(1, await slowness()) : best;
}

const yardstickMs = 50;

/** How many times as long as it should a fixed piece of work takes here and now: parsing, as most of what is measured. */
async function slowness(): Promise<number> {
  const text = `[${Array(600_000).fill('{"a":0}').join()}]`;
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax; run += 1) {
    best = Math.min(best, await longestStretchMs(() => JSON.parse(text)));
  }
  return best / yardstickMs;
}
