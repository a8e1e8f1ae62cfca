/** Milliseconds. Timers can't run longer, so a longer time is none. */
const longestTimer = 2 ** 31 - 1;

/** A signal that aborts after some milliseconds, or with the other signal. `close` ends only the timer. */
export function openDeadline(
  milliseconds: number,
  other: AbortSignal | undefined,
): { signal: AbortSignal; close(): void } {
  const over = new AbortController();
  const timer =
    milliseconds > longestTimer
      ? undefined
      : setTimeout(() => over.abort(new DOMException('The time is over.', 'TimeoutError')), milliseconds);
  return {
    signal: other ? AbortSignal.any([other, over.signal]) : over.signal,
    close: () => clearTimeout(timer),
  };
}
