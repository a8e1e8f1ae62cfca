import type { Timing } from '../timing.ts';

/** Leaves the lane. Safe to call twice. */
export type Leave = () => void;

/** A first-come, first-served queue that limits concurrency and spaces out starts. */
export interface Lane {
  /**
   * Waits for a turn that starts at least `gapMs` after the previous one. Returns null if the signal fires or the lane closes
   * first.
   */
  enter(gapMs: number, signal?: AbortSignal): Promise<Leave | null>;
  readonly running: number;
  readonly waiting: number;
  /** When the latest turn started, in epoch milliseconds; -Infinity before the first. */
  readonly lastStartMs: number;
  close(): void;
}

interface Waiter {
  gapMs: number;
  settle(turn: Leave | null): void;
}

export function openLane(timing: Timing, concurrency: number): Lane {
  const state: State = { queue: [], running: 0, lastStartMs: -Infinity, closed: false, cancelWake: () => {} };
  const admit = () => admitWaiting(state, timing, concurrency);

  return {
    enter(gapMs, signal) {
      if (state.closed || signal?.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        state.queue.push(waiterOf(state, admit, gapMs, signal, resolve));
        admit();
      });
    },
    get running() {
      return state.running;
    },
    get waiting() {
      return state.queue.length;
    },
    get lastStartMs() {
      return state.lastStartMs;
    },
    close() {
      state.closed = true;
      state.cancelWake();
      for (const waiter of state.queue.splice(0)) waiter.settle(null);
    },
  };
}

interface State {
  queue: Waiter[];
  running: number;
  lastStartMs: number;
  closed: boolean;
  cancelWake: () => void;
}

/** Admits everyone who may start now. Sets a timer if only the gap is in the way. */
function admitWaiting(state: State, timing: Timing, concurrency: number): void {
  const again = () => admitWaiting(state, timing, concurrency);
  state.cancelWake();

  for (let head = state.queue[0]; head && state.running < concurrency; head = state.queue[0]) {
    const nowMs = timing.now().getTime();
    // A clock that is set back must not make anyone wait longer than one gap.
    state.lastStartMs = Math.min(state.lastStartMs, nowMs);
    const waitMs = state.lastStartMs + head.gapMs - nowMs;
    if (waitMs > 0) {
      state.cancelWake = timing.after(waitMs, again);
      return;
    }
    state.queue.shift();
    state.running += 1;
    state.lastStartMs = nowMs;
    head.settle(leaveOnce(state, again));
  }
}

function leaveOnce(state: State, admit: () => void): Leave {
  let left = false;
  return () => {
    if (left) return;
    left = true;
    state.running -= 1;
    admit();
  };
}

function waiterOf(
  state: State,
  admit: () => void,
  gapMs: number,
  signal: AbortSignal | undefined,
  resolve: (turn: Leave | null) => void,
): Waiter {
  const giveUp = () => {
    state.queue.splice(state.queue.indexOf(waiter), 1);
    resolve(null);
    admit();
  };
  const waiter: Waiter = {
    gapMs,
    settle(turn) {
      signal?.removeEventListener('abort', giveUp);
      resolve(turn);
    },
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  return waiter;
}
