/** Ctrl-C, `kill` or a closed terminal: ends every program of the bench, and the measurement fails and removes what it made. */
const stopping = new AbortController();

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A second one ends the bench at once.
  process.once(name, () => stopping.abort(new Error(`stopped by ${name}`)));
}

export const interruption = stopping.signal;

/** The work, or a failure as soon as the bench is interrupted. */
export async function unlessInterrupted(work: () => Promise<void>): Promise<void> {
  interruption.throwIfAborted();
  const interrupted = new Promise<never>((_, reject) => {
    interruption.addEventListener('abort', () => reject(interruption.reason), { once: true });
  });
  await Promise.race([work(), interrupted]);
}
