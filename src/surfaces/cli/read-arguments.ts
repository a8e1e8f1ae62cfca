import { parseArgs } from 'node:util';
import { CommandFailed, exitCodes } from './command-failed.ts';

export interface Options {
  url?: string;
  secret?: string;
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
  return { command, operands, options: values };
}

function parsed(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        secret: { type: 'string' },
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
