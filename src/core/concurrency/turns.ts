import { Failure } from '../failure.ts';

/** Runs a task when it is its turn. */
type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

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

export interface SharesOptions {
  /** Tasks at once, in all and of one owner. */
  atOnce: number;
  ofOwner: number;
  /** Tasks of one owner that wait. */
  waitingMax: number;
  waitMs: number;
}

interface Owner {
  running: number;
  waiting: Set<() => void>;
}

export type Shares = ReturnType<typeof openShares>;

/** Heavy work, in fair turns of its owners: many tasks of one never hold up the first of another. */
export function openShares({ atOnce, ofOwner, waitingMax, waitMs }: SharesOptions) {
  /** In the order of their turns: an owner whose task ended goes to the end. */
  const owners = new Map<string, Owner>();
  let free = atOnce;

  function begin(owner: Owner): void {
    free -= 1;
    owner.running += 1;
  }

  function end(name: string, owner: Owner): void {
    free += 1;
    owner.running -= 1;
    owners.delete(name);
    if (owner.running > 0 || owner.waiting.size > 0) owners.set(name, owner);
    const next = [...owners].find(([, { running, waiting }]) => running < ofOwner && waiting.size > 0);
    if (next) next[1].waiting.values().next().value!();
  }

  function turn(name: string): Promise<Owner> {
    const owner = owners.get(name) ?? { running: 0, waiting: new Set() };
    if (!owners.has(name)) owners.set(name, owner);
    if (free > 0 && owner.running < ofOwner) {
      begin(owner);
      return Promise.resolve(owner);
    }
    if (owner.waiting.size >= waitingMax) throw tooMany(owner.waiting.size);
    const { promise, resolve, reject } = Promise.withResolvers<Owner>();
    const start = () => {
      owner.waiting.delete(start);
      clearTimeout(timer);
      begin(owner);
      resolve(owner);
    };
    const timer = setTimeout(() => {
      owner.waiting.delete(start);
      if (owner.running === 0 && owner.waiting.size === 0) owners.delete(name);
      reject(tooMany(owner.waiting.size));
    }, waitMs);
    owner.waiting.add(start);
    return promise;
  }

  return {
    /** Runs a task at its owner's turn. Fails with `overloaded` when the owner has too many waiting, or waits too long. */
    async run<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
      const owner = await turn(name);
      try {
        return await task();
      } finally {
        end(name, owner);
      }
    },
  };
}

const tooMany = (waiting: number) =>
  new Failure('overloaded', {
    detail: `Reports, downloads and uploads of one account take turns, and ${waiting} of yours are waiting. Send fewer at once.`,
    headers: { 'Retry-After': '5' },
  });
