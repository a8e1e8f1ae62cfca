import { parseArgs } from 'node:util';
import { CommandFailed, exitCodes } from './command-failed.ts';

export interface Options {
  url?: string;
  secretFile?: string;
  format?: string;
  again?: boolean;
  map?: string[];
  source?: string;
  'date-order'?: string;
  'dry-run'?: boolean;
}

export interface Arguments {
  command: string;
  operands: string[];
  options: Options;
}

const commands = new Set(['import', 'rejects', 'status', 'help']);

/** Reads the words of the command line; throws `CommandFailed` where they mean nothing. */
export function readArguments(words: string[]): Arguments {
  const { values, positionals } = parsed(words);
  const [command = 'help', ...operands] = positionals;
  if (values.help) return { command: 'help', operands: [], options: {} };
  if (!commands.has(command)) {
    throw new CommandFailed(
      `There is no command '${command}'. "npx contactry help" lists them.`,
      exitCodes.usage,
    );
  }
  if (values.format !== undefined && values.format !== 'csv' && values.format !== 'ndjson') {
    throw new CommandFailed('--format is csv or ndjson.', exitCodes.usage);
  }
  const { 'secret-file': secretFile, ...others } = values;
  return { command, operands, options: { ...others, ...(secretFile ? { secretFile } : {}) } };
}

function parsed(words: string[]) {
  if (words.some((word) => /^--secret(=|$)/.test(word))) {
    throw new CommandFailed(
      'A secret among the words of a command is shown to every user of the machine, by ps.\n' +
        'Put it into a file that only you may read and give --secret-file FILE, or set ADMIN_SECRET.',
      exitCodes.usage,
    );
  }
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        'secret-file': { type: 'string' },
        format: { type: 'string' },
        again: { type: 'boolean' },
        map: { type: 'string', multiple: true },
        source: { type: 'string' },
        'date-order': { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandFailed(`${sentence}. "npx contactry help" shows what can be said.`, exitCodes.usage);
  }
}
