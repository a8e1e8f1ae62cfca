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

/** The best of three runs, so that neither a cold start nor a collection of garbage counts as a stall. */
export async function stallMs(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && best > stallMsMax; run += 1)
    best = Math.min(best, await longestStretchMs(work));
  return best;
}
