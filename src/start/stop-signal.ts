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
    // The terminal is gone, so there is nobody to write to and nothing to fail for.
    if (signal === 'SIGHUP')
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    resolve(signal);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return promise;
}
