import { PlainError } from './plain-error.ts';

/** Ctrl-C, `kill` or a closed terminal: ends every program of the bench, and the measurement fails and removes what it made. */
const stopping = new AbortController();

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A second one ends the bench at once.
  process.once(name, () => {
    stopping.abort(new PlainError(`The bench was stopped by ${name}.`));
  });
}

export const interruption = stopping.signal;

/** Rejects as soon as the bench is interrupted, and otherwise never settles. */
export const interrupted = new Promise<never>((_, reject) => {
  interruption.addEventListener('abort', () => reject(interruption.reason), { once: true });
});
// It may reject before anything awaits it.
interrupted.catch(() => {});
