import { type Command, programName, sharedOptions } from './command.ts';
import { commands, groups } from './commands.ts';
import { wrapped } from './words.ts';

const width = 76;
const optionWidth = 24;
const groupWidth = 30;

const whereItIs =
  'On the machine where the service runs, this command finds it by PORT, ADMIN_SECRET and DATA_DIR: from the environment, ' +
  'else from .env in this folder or in the project. It also reads secrets.json in DATA_DIR. --url and CONTACTRY_URL take precedence. ' +
  'Never put a secret on the command line, where ps would show it.';

const exitCodeLines = [
  '  0    done; for an import: every row was accepted or suppressed',
  '  1    failed: the service is down, the secret is wrong, or a file was refused',
  '  2    the import is complete, and some rows were rejected',
  '  64   the command was not understood',
  '  130  stopped with Ctrl-C',
];

/** The text of `help`. */
export function overview(): string {
  return page([
    `${programName} COMMAND: the command line of a Contactry service`,
    '',
    ...commands.flatMap((each) => described(usageOf(each), each.summary, groupWidth)),
    ...groups.flatMap(({ name, summary }) => described(`${name} …`, summary, groupWidth)),
    ...described('help COMMAND', "show a command's options and examples", groupWidth),
    '',
    ...optionLines(sharedOptions),
    ...described('--version', 'show the version', optionWidth),
    '',
    ...wrapped(whereItIs, width),
    '',
    'Exit codes',
    ...exitCodeLines,
  ]);
}

/** The text of `help admin`. */
export function groupHelp({ name, summary, commands: own }: (typeof groups)[number]): string {
  return page([
    `${programName} ${name} COMMAND`,
    '',
    ...wrapped(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`, width),
    '',
    ...own.flatMap((each) => described(usageOf(each), each.summary, groupWidth)),
    '',
    ...wrapped(`"${programName} help ${name} COMMAND" shows its options and examples.`, width),
  ]);
}

/** The text of `help COMMAND`. */
export function commandHelp(command: Command): string {
  const { name, summary, about, options, examples } = command;
  return page([
    `${programName} ${usageOf(command)}`,
    '',
    ...wrapped(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`, width),
    ...about.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    '',
    ...optionLines({ ...options, ...sharedOptions }),
    '',
    'Examples',
    ...examples.map((example) => `  ${programName} ${example}`),
    ...(name === 'import' ? ['', 'Exit codes', ...exitCodeLines] : []),
  ]);
}

/** `find URL`, as the user types it. */
export const usageOf = ({ name, operands = '' }: Command): string => `${name} ${operands}`.trimEnd();

const optionLines = (options: Command['options']): string[] =>
  Object.entries(options).flatMap(([name, { value, isRepeated, help }]) =>
    described(
      `--${name}${value ? ` ${value}` : ''}`,
      isRepeated ? `${help}; can be repeated` : help,
      optionWidth,
    ),
  );

/** A name with its explanation beside it, or below it if the name is long. */
function described(name: string, text: string, column: number): string[] {
  const lines = wrapped(text, width - column - 2).map((line) => `  ${' '.repeat(column)}${line}`);
  if (name.length >= column) return [`  ${name}`, ...lines];
  return [`  ${name.padEnd(column)}${lines[0]!.trimStart()}`, ...lines.slice(1)];
}

const page = (lines: string[]): string =>
  `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
