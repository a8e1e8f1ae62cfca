import type { Timing } from '../timing.ts';

/** A signal that fires at the caller's abort or when the time is up, whichever is first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when it was the time that ran out, not the caller who gave up. */
  readonly expired: boolean;
  /** Sets the time anew: from now, `afterMs` milliseconds. Nothing once it has fired or was cancelled. */
  reset(afterMs: number): void;
  /** Lets go of the timer and of the caller's signal; always call it. */
  cancel(): void;
}

/** Starts a deadline of `afterMs` milliseconds under an optional signal of the caller's. */
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

/** Waits for `work`, but no longer than the signal allows: null when the signal fires first. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return Promise.resolve(null);

  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
