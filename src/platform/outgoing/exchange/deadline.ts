import type { Timing } from '../timing.ts';

/** A signal that aborts when the caller does or when the time is up, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True if the time ran out; false if the caller aborted. */
  readonly expired: boolean;
  /** Restarts the timer with `afterMs`. Does nothing once the signal has fired or was cancelled. */
  reset(afterMs: number): void;
  /** Releases the timer and the caller's signal. Always call it. */
  cancel(): void;
}

/** Starts a deadline of `afterMs` milliseconds, with an optional signal of the caller's. */
export function openDeadline(timing: Timing, afterMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  let isOver = false;

  const expire = () => {
    expired = !controller.signal.aborted;
    controller.abort();
  };
  const giveUp = () => controller.abort();

  let cancelTimer = timing.after(Math.max(0, afterMs), expire);
  if (caller?.aborted) giveUp();
  caller?.addEventListener('abort', giveUp, { once: true });

  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    reset(newMs) {
      cancelTimer();
      if (isOver || controller.signal.aborted) return;
      cancelTimer = timing.after(Math.max(0, newMs), expire);
    },
    cancel() {
      isOver = true;
      cancelTimer();
      caller?.removeEventListener('abort', giveUp);
    },
  };
}

/** Waits for `work` until the signal fires, then returns null. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return Promise.resolve(null);

  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
