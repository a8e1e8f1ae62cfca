import type { Log } from '#core/context.ts';

/** Below the 30 s after which Compose kills, above the 10 s that jobs have to end. */
export const stopMsMax = 25_000;
/** Nobody is served yet: what the start has done so far is safe to leave as it is. */
export const startGivenUpMs = 5_000;

/** Ends the process with `code` if it still runs after `ms`. An unresponsive database must not block it. */
export function exitAfter(ms: number, code: number, log: Log): void {
  setTimeout(() => {
    const sentence = `the process has not ended ${ms / 1000} s after it was told to stop, and is ended now`;
    if (code === 0) log.info({}, sentence);
    else log.error({}, sentence);
    process.exit(code);
  }, ms).unref();
}
