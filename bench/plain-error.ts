import { say } from './say.ts';

/** The message is for the person who runs the bench. Where in the code it happened says nothing more. */
export class PlainError extends Error {}

/** Runs a bench to its end, or to a failure that leaves nothing behind. */
export async function runBench(bench: () => Promise<void>): Promise<void> {
  try {
    await bench();
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    say(`\n${error.message}`);
    // At once: a load that was interrupted may still be running.
    process.exit(1);
  }
}
