import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The longest stretch of a work in which nothing else has a turn, in CPU milliseconds of this thread: other programs on the
 * same machine don't count.
 */
export async function longestStretchMs(work: () => unknown): Promise<number> {
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
