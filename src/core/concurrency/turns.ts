import { Failure } from '../failure.ts';

/** Runs a task when it is its turn. */
export type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `atOnce` tasks at once. The others wait in order, and fail with `overloaded` after `waitMs`. Cockatiel's bulkhead
 * lets newcomers overtake those who wait, and tells a waiting task that its time is over only at its turn.
 */
export function openTurns(atOnce: number, waitMs: number): Turns {
  const waiting = new Set<() => void>();
  let free = atOnce;
  const turn = () => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      waiting.delete(begin);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new Failure('overloaded'));
    }, waitMs);
    waiting.add(begin);
    return promise;
  };
  const pass = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return async (task) => {
    await turn();
    try {
      return await task();
    } finally {
      pass();
    }
  };
}
