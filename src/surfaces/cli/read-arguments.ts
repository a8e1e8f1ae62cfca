import { parseArgs } from 'node:util';
import { type Command, type Options, programName } from './command.ts';
import { CommandFailed, exitCodes } from './command-failed.ts';
import { commands } from './commands.ts';
import { sharedOptions } from './help.ts';

/** What to do: run a command, or show help or the version. */
export type Arguments =
  | { run: Command; operands: string[]; options: Options }
  | { show: 'version' | 'overview' }
  | { show: 'help'; of: Command };

/** Parses the command line. Throws `CommandFailed` if it is invalid. */
export function readArguments(words: string[]): Arguments {
  refuseSecrets(words);
  const { values: options, positionals } = parsed(words);
  const [name, ...operands] = positionals;
  if (options.version) return { show: 'version' };
  if (name === undefined) return { show: 'overview' };
  if (name === 'help')
    return operands[0] ? { show: 'help', of: commandNamed(operands[0]) } : { show: 'overview' };
  const command = commandNamed(name);
  if (options.help) return { show: 'help', of: command };
  refuseOtherOptions(command, options);
  refuseOperands(command, operands);
  return { run: command, operands, options };
}

function commandNamed(name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  throw notUnderstood(`'${name}' is not a command. "${programName} help" lists all commands.`);
}

/** Refuses options that a command doesn't have, rather than ignoring them. */
function refuseOtherOptions(command: Command, options: Options): void {
  const known = [...command.options, ...sharedOptions].map((option) => option.name as string);
  const other = Object.keys(options).find((name) => !known.includes(name));
  if (other) throw notUnderstood(`${command.name} has no option --${other}. ${seeHelp(command)}`);
}

function refuseOperands(command: Command, { length }: string[]): void {
  const { name, operands, operandsMin, operandsMax } = command;
  if (length >= operandsMin && length <= operandsMax) return;
  throw notUnderstood(`Usage: ${programName} ${name} ${operands}`.trimEnd().concat(`. ${seeHelp(command)}`));
}

const seeHelp = ({ name }: Command) => `"${programName} help ${name}" explains it.`;
const notUnderstood = (sentence: string) => new CommandFailed(sentence, exitCodes.usage);

function refuseSecrets(words: string[]): void {
  if (words.some((word) => /^--key(=|$)|^cty_(live|test)_/.test(word))) {
    throw notUnderstood(
      'A key on the command line is visible to every user of the machine, through ps.\n' +
        'Put it into a file that only you can read and use --key-file FILE, or set CONTACTRY_KEY.',
    );
  }
  if (!words.some((word) => /^--secret(=|$)/.test(word))) return;
  throw notUnderstood(
    'A secret on the command line is visible to every user of the machine, through ps.\n' +
      'Put it into a file that only you can read and use --secret-file FILE, or set ADMIN_SECRET.',
  );
}

const spelled = Object.fromEntries(
  [...commands.flatMap(({ options }) => options), ...sharedOptions].map(({ name, value, isRepeated }) => [
    name,
    { type: value ? ('string' as const) : ('boolean' as const), multiple: isRepeated ?? false },
  ]),
);

function parsed(words: string[]): { values: Options; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        ...spelled,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    });
    return { values: values as Options, positionals };
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw notUnderstood(`${sentence}. "${programName} help" shows the options.`);
  }
}
