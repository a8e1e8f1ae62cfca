const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/** Ctrl-C comes more than once where npm or `node --watch` pass on what the terminal sends to all. */
const sameSignalMs = 1_000;

/** Settles with the first signal to stop. One that comes more than a second later ends the process at once. */
export function stopSignal(clock: () => number = () => performance.now()): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    firstAt ??= clock();
    if (clock() - firstAt > sameSignalMs) process.exit(1);
    resolve(signal);
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return promise;
}
