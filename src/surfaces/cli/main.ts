import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed, exitCodes } from './command-failed.ts';
import { inCommandWords } from './connection/connection-faults.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { readArguments } from './read-arguments.ts';
import { printable } from './terminal.ts';
import { wrapped } from './words.ts';

// The reader of the output has closed it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  process.exitCode = (await run(process.argv.slice(2))) ?? exitCodes.done;
} catch (cause) {
  const error = inCommandWords(cause);
  if (!(error instanceof CommandFailed)) throw error;
  const lines = wrapped(printable(error.message), Math.min(process.stderr.columns || 100, 100) - 4);
  process.stderr.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
  process.exitCode = error.exitCode;
}

async function run(words: string[]): Promise<number | undefined> {
  const read = readArguments(words);
  if ('run' in read) return read.run.run(read.operands, read.options);
  process.stdout.write(shown(read));
}

function shown(what: Exclude<ReturnType<typeof readArguments>, { run: object }>): string {
  if (what.show === 'version') return `contactry ${version()}\n`;
  if (what.show === 'group') return groupHelp(what.of);
  return what.show === 'help' ? commandHelp(what.of) : overview();
}

function version(): string {
  const file = join(import.meta.dirname, '../../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
