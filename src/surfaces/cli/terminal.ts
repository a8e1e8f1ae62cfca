import { createInterface } from 'node:readline/promises';
import { controlCharacters } from '#core/input/text-rules.ts';
import { CommandFailed, exitCodes, notUnderstood } from './command-failed.ts';

/** The text with controls as `\u001b`, which JSON allows too. Stored texts must not control a terminal. */
export const printable = (text: string): string =>
  text.replace(controlCharacters, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes to standard output. Commands print only through this. */
export const print = (text: string): void => void process.stdout.write(printable(text));

/** Prints an answer: with --json as it is, else as a text between empty lines. */
export function show<Shown>(answer: Shown, isJson: boolean | undefined, textOf: (answer: Shown) => string) {
  print(isJson ? `${JSON.stringify(answer, null, 2)}\n` : `\n${textOf(answer)}\n`);
}

/** Runs `work` with a signal that Ctrl-C aborts. A failure after that ends the command with `stoppedText`. */
export async function untilStopped<T>(
  work: (signal: AbortSignal) => Promise<T>,
  stoppedText: () => string | Promise<string>,
): Promise<T> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop);
  try {
    return await work(stopped.signal);
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    throw new CommandFailed(await stoppedText(), exitCodes.interrupted);
  } finally {
    process.off('SIGINT', stop);
  }
}

/** Asks the user for confirmation. Without a terminal it fails unless --yes was given. */
export async function confirm(question: string, { yes }: { yes?: boolean | undefined }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) {
    throw notUnderstood(`${question}\nThis is not a terminal, so you can't be asked. Add --yes.`);
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
