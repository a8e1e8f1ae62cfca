import type { Log } from '#core/context.ts';

/** SIGHUP comes when the terminal is closed. Unheard, it would leave PostgreSQL running. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ctrl-C can arrive more than once, because npm and `node --watch` pass on a signal that the terminal sends to all. */
const sameSignalMs = 1_000;

/** Resolves with the first stop signal. Another one more than a second later ends the process at once. */
export function stopSignal(clock: () => number = () => performance.now()): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    firstAt ??= clock();
    if (clock() - firstAt > sameSignalMs) process.exit(1);
    // The terminal is gone, so a failed write means nothing.
    if (signal === 'SIGHUP')
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    resolve(signal);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return promise;
}

/** Below the 30 s after which Compose kills, above the 10 s that jobs have to end. */
export const stopMsMax = 25_000;
/** No request is served yet, so an unfinished start can be abandoned. */
export const startGivenUpMs = 5_000;

/** Ends the process with `code` if it still runs after `ms`. An unresponsive database must not block it. */
export function exitAfter(ms: number, code: number, log: Log): void {
  setTimeout(() => {
    const sentence = `the process has not ended ${ms / 1000} s after the signal to stop, and is ended now`;
    if (code === 0) log.info({}, sentence);
    else log.error({}, sentence);
    process.exit(code);
  }, ms).unref();
}
