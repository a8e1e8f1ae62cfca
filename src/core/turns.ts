import { Failure } from './failure.ts';

/** Runs a work when it is its turn. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets at most `atOnce` works run at once. The others wait in order, and fail with `overloaded` after `waitMs`. */
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
  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      pass();
    }
  };
}
