import { CommandFailed, exitCodes } from './command-failed.ts';
import { help } from './help.ts';
import { runImport } from './import-command.ts';
import { readArguments } from './read-arguments.ts';
import { runRejects } from './rejects-command.ts';
import { runStatus } from './status-command.ts';
import { wrapped } from './words.ts';

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  const lines = wrapped(error.message, (process.stderr.columns || 100) - 4);
  process.stderr.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
  process.exitCode = error.exitCode;
}

async function run(words: string[]): Promise<number> {
  const { command, operands, options } = readArguments(words);
  switch (command) {
    case 'import':
      return runImport(operands, options);
    case 'rejects':
      return runRejects(operands, options);
    case 'status':
      return runStatus(options);
    default:
      process.stdout.write(help);
      return exitCodes.done;
  }
}
