import { createInterface } from 'node:readline/promises';
import type { Options } from './command.ts';
import { CommandFailed, exitCodes } from './command-failed.ts';
import { printable } from './print.ts';

/** Asks the user for confirmation. Without a terminal it fails unless --yes was given. */
export async function confirm(question: string, { yes }: Options): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) {
    throw new CommandFailed(
      `${question}\nThis is not a terminal, so nobody can confirm. Add --yes.`,
      exitCodes.usage,
    );
  }
  const stopped = new AbortController();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once('SIGINT', () => stopped.abort());
  try {
    const answer = await terminal.question(`\n  ${printable(question)} [y/N] `, { signal: stopped.signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
  } catch (error) {
    if (stopped.signal.aborted) throw new CommandFailed('Nothing was changed.', exitCodes.interrupted);
    throw error;
  } finally {
    terminal.close();
  }
  throw new CommandFailed('Nothing was changed.');
}
