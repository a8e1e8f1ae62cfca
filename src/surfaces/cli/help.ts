import { type Command, type OptionHelp, programName } from './command.ts';
import { commands } from './commands.ts';
import { wrapped } from './words.ts';

const width = 76;
const optionWidth = 24;

export const sharedOptions: OptionHelp[] = [
  { name: 'url', value: 'ADDRESS', help: 'of the service' },
  {
    name: 'secret-file',
    value: 'FILE',
    help: "holds the admin secret, alone or as the service's secrets.json",
  },
  { name: 'help', help: 'show this' },
];

const whereItIs =
  'The service is found by itself on the machine where it runs: by PORT, ADMIN_SECRET and DATA_DIR of the environment, ' +
  'else of .env in this folder or in the project, and by secrets.json in DATA_DIR. --url, or else CONTACTRY_URL, goes before. ' +
  'A secret is never a word of the command, where ps would show it.';

const exitCodeLines = [
  '  0    done; of an import: every row was taken, suppressed ones among them',
  '  1    failed: the service is away, the secret is wrong, a file was refused',
  '  2    the import is complete, and some rows were rejected',
  '  64   the command was not understood',
  '  130  stopped with Ctrl-C',
];

/** What `help` shows. */
export function overview(): string {
  const names = commands.map(({ name, operands }) => `${name} ${operands}`.trimEnd());
  const nameWidth = Math.max(...names.map((name) => name.length)) + 2;
  return page([
    `${programName} COMMAND: the command line of a Contactry service`,
    '',
    ...commands.flatMap(({ summary }, at) => described(names[at]!, summary, nameWidth)),
    ...described('help COMMAND', 'explain a command, with examples', nameWidth),
    '',
    ...optionLines(sharedOptions),
    ...described('--version', 'show which version this is', optionWidth),
    '',
    ...wrapped(whereItIs, width),
    '',
    'Exit codes',
    ...exitCodeLines,
  ]);
}

/** What `help COMMAND` shows. */
export function commandHelp({ name, operands, summary, about, options, examples }: Command): string {
  return page([
    `${programName} ${name} ${operands}`.trimEnd(),
    '',
    ...wrapped(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`, width),
    ...about.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    '',
    ...optionLines([...options, ...sharedOptions]),
    '',
    'Examples',
    ...examples.map((example) => `  ${programName} ${example}`),
    ...(name === 'import' ? ['', 'Exit codes', ...exitCodeLines] : []),
  ]);
}

const optionLines = (options: readonly OptionHelp[]): string[] =>
  options.flatMap(({ name, value, isRepeated, help }) =>
    described(
      `--${name}${value ? ` ${value}` : ''}`,
      isRepeated ? `${help}; may be repeated` : help,
      optionWidth,
    ),
  );

/** A name and its explanation beside it, or below where the name is long. */
function described(name: string, text: string, column: number): string[] {
  const lines = wrapped(text, width - column - 2).map((line) => `  ${' '.repeat(column)}${line}`);
  if (name.length >= column) return [`  ${name}`, ...lines];
  return [`  ${name.padEnd(column)}${lines[0]!.trimStart()}`, ...lines.slice(1)];
}

const page = (lines: string[]): string =>
  `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
