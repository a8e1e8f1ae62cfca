import { parseArgs } from 'node:util';
import { type Command, type Option, operandCount, programName, sharedOptions } from './command.ts';
import { notUnderstood } from './command-failed.ts';
import { allCommands, groups } from './commands.ts';
import { usageOf } from './help.ts';

/** What to do: run a command, or show help or the version. */
export type Arguments =
  | { run: Command; operands: string[]; options: object }
  | { show: 'version' | 'overview' }
  | { show: 'help'; of: Command }
  | { show: 'group'; of: (typeof groups)[number] };

/** Parses the command line. Throws `CommandFailed` if it is invalid. */
export function readArguments(words: string[]): Arguments {
  refuseSecrets(words);
  const { values: options, positionals } = parsed(words);
  const isHelp = positionals[0] === 'help' || options.help === true;
  const named = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  if (options.version) return { show: 'version' };
  if (named.length === 0) return { show: 'overview' };
  const group = groups.find(({ name }) => named[0] === name);
  if (group && named.length === 1) return { show: 'group', of: group };
  const command = commandNamed(named);
  if (isHelp) return { show: 'help', of: command };
  const operands = operandsOf(command, named);
  refuseOtherOptions(command, options);
  refuseOperands(command, operands);
  return { run: command, operands, options };
}

/** The command with the longest name that the words begin with. */
function commandNamed(words: string[]): Command {
  const [found] = allCommands
    .filter(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
    .sort((one, other) => other.name.length - one.name.length);
  if (found) return found;
  const isGrouped = groups.some(({ name }) => name === words[0]);
  const [wrong, list] = isGrouped ? [words.slice(0, 2).join(' '), `help ${words[0]}`] : [words[0], 'help'];
  throw notUnderstood(`'${wrong}' is not a command. "${programName} ${list}" lists all commands.`);
}

/** "admin keys list" is what many type for "admin keys". */
function operandsOf(command: Command, words: string[]): string[] {
  const rest = words.slice(command.name.split(' ').length);
  return operandCount(command).max === 0 && rest.length === 1 && /^(list|show)$/.test(rest[0]!) ? [] : rest;
}

/** Refuses options that a command doesn't have, rather than ignoring them. */
function refuseOtherOptions(command: Command, options: object): void {
  const known = { ...command.options, ...sharedOptions };
  const other = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (other) throw notUnderstood(`${command.name} has no option --${other}. ${seeHelp(command)}`);
}

function refuseOperands(command: Command, { length }: string[]): void {
  const { min, max } = operandCount(command);
  if (length >= min && length <= max) return;
  throw notUnderstood(`Usage: ${programName} ${usageOf(command)}. ${seeHelp(command)}`);
}

const seeHelp = ({ name }: Command) => `"${programName} help ${name}" explains it.`;

/** The beginning of a key, as lists show it, is no secret where a search takes it. */
function isKey(word: string, at: number, words: readonly string[]): boolean {
  const isSearch = /^--(prefix|search)$/.test(words[at - 1] ?? '');
  return /^--key(=|$)/.test(word) || (/^cty_(live|test)_/.test(word) && !(isSearch && word.length <= 30));
}

function refuseSecrets(words: string[]): void {
  if (words.some(isKey)) {
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
  [...allCommands.map(({ options }) => options), sharedOptions]
    .flatMap((each) => Object.entries<Option>(each))
    .map(([name, { value, isRepeated = false }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: isRepeated },
    ]),
);

function parsed(words: string[]): { values: { help?: boolean; version?: boolean }; positionals: string[] } {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        ...spelled,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw notUnderstood(`${sentence}. "${programName} help" shows the options.`);
  }
}
