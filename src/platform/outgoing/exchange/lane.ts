import type { Timing } from '../timing.ts';

/** Leaves the lane. Safe to call twice. */
export type Leave = () => void;

interface Waiter {
  gapMs: number;
  settle(turn: Leave | null): void;
}

/** A first-come, first-served queue that limits concurrency and spaces out starts. */
export class Lane {
  readonly #timing: Timing;
  readonly #concurrency: number;
  readonly #queue: Waiter[] = [];
  #running = 0;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #cancelWake = () => {};

  constructor(timing: Timing, concurrency: number) {
    this.#timing = timing;
    this.#concurrency = concurrency;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** When the latest turn started, in epoch milliseconds; -Infinity before the first. */
  get lastStartMs(): number {
    return this.#lastStartMs;
  }

  /**
   * Waits for a turn that starts at least `gapMs` after the previous one. Returns null if the signal fires or the lane closes
   * first.
   */
  enter(gapMs: number, signal?: AbortSignal): Promise<Leave | null> {
    if (this.#isClosed || signal?.aborted) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    const giveUp = () => {
      this.#queue.splice(this.#queue.indexOf(waiter), 1);
      resolve(null);
      this.#admit();
    };
    const waiter: Waiter = {
      gapMs,
      settle(turn) {
        signal?.removeEventListener('abort', giveUp);
        resolve(turn);
      },
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#queue.push(waiter);
    this.#admit();
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWake();
    for (const waiter of this.#queue.splice(0)) waiter.settle(null);
  }

  /** Admits everyone who may start now. Sets a timer if only the gap is in the way. */
  #admit(): void {
    this.#cancelWake();
    for (let [head] = this.#queue; head && this.#running < this.#concurrency; [head] = this.#queue) {
      const nowMs = this.#timing.now().getTime();
      // A clock that is set back must not make anyone wait longer than one gap.
      this.#lastStartMs = Math.min(this.#lastStartMs, nowMs);
      const waitMs = this.#lastStartMs + head.gapMs - nowMs;
      if (waitMs > 0) {
        this.#cancelWake = this.#timing.after(waitMs, () => this.#admit());
        return;
      }
      this.#queue.shift();
      this.#running += 1;
      this.#lastStartMs = nowMs;
      head.settle(this.#leaveOnce());
    }
  }

  #leaveOnce(): Leave {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#running -= 1;
      this.#admit();
    };
  }
}
