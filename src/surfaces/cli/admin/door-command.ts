import type { Client, Listing, Route } from '#client';
import { asJson, type Command, confirmation, type OptionHelp, type Options } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';
import type { Door, Word } from './door.ts';
import { type DoorRequest, optionOf, requestOf } from './door-request.ts';
import { recordText, tableText } from './records.ts';

export const actorOption: OptionHelp = {
  name: 'actor',
  value: 'NAME',
  help: 'who you are in the audit log; default: your user name',
};
const paging: OptionHelp[] = [
  { name: 'limit', value: 'N', help: 'how many to list at once' },
  { name: 'all', help: 'list all of them, page by page' },
];

/** The command that follows from a door. */
export function doorCommand(door: Door): Command {
  const { name, summary, about = [], operands = [], options = [], columns, question, quiet, examples } = door;
  return {
    name: `admin ${name}`,
    operands: operands.map(operandText).join(' '),
    operandsMin: operands.length,
    operandsMax: operands.length,
    summary,
    about: [...about, ...operands.map((word) => `${operandText(word)}: ${word.help}.`)],
    options: [
      ...options.map(optionHelp),
      ...(columns && hasPages(door) ? paging : []),
      ...(question ? [confirmation] : []),
      ...(door.method === 'GET' ? [] : [actorOption]),
      ...(quiet ? [{ name: 'quiet', help: `print only the ${quiet}, for scripts` }] : []),
      asJson,
    ],
    examples: examples.map((example) => `admin ${example}`),
    run: (words, given) => runDoor(door, words, given),
  };
}

const operandText = ({ member, value }: Word) => value ?? member.toUpperCase();
/** Sources, settings, and operators with their links come whole. */
const hasPages = ({ rows, path }: Door) => rows !== 'settings' && !/\/(sources|operators\/\w+)$/.test(path);

const optionHelp = (word: Word): OptionHelp => ({
  name: optionOf(word),
  ...(word.is === 'flag' ? {} : { value: word.value ?? 'VALUE' }),
  help: word.help,
});

async function runDoor(door: Door, words: string[], options: Options): Promise<number> {
  const request = requestOf(door, words, options);
  const client = await clientFor(options);
  const { question } = door;
  if (question)
    await confirm(
      question.replace(/\{(\w+)\}/g, (_, name) => request.written[name]!),
      options,
    );
  const answer = await answerOf(client, door, request, options);
  if (door.quiet && options.quiet) print(`${answer[door.quiet]}\n`);
  else print(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `\n${answerText(door, answer)}\n`);
  return exitCodes.done;
}

type Answer = Record<string, unknown>;
type Row = Record<string, unknown>;

async function answerOf(
  client: Client,
  door: Door,
  { path, query, body }: DoorRequest,
  { limit, all }: Options,
): Promise<Answer> {
  const route = `${door.method} ${door.path}` as Route;
  if (door.method !== 'GET') return client.call(route, { path, body } as never) as Promise<Answer>;
  if (all && limit !== undefined) throw new CommandFailed('Give either --limit or --all.', exitCodes.usage);
  const request = { path, query: { ...query, limit } } as never;
  let found: Answer | undefined;
  for await (const page of client.pages(route as Listing, request) as AsyncIterable<Answer>) {
    if (found) {
      rowsOf(door, found).push(...rowsOf(door, page));
      for (const name of continuations) if (name in found) found[name] = page[name];
    } else found = page;
    if (!all) break;
  }
  return found!;
}

const continuations = ['next_cursor', 'next_offset'] as const;
const hasMore = (answer: Answer) => continuations.some((name) => answer[name] != null);

const rowsOf = ({ rows = 'items' }: Door, answer: Answer) => answer[rows] as Row[];

function answerText(door: Door, answer: Answer): string {
  if (!door.columns && !door.rows) return recordText(answer);
  const rows = rowsOf(door, answer);
  if (rows.length === 0) return '  Nothing here yet.\n';
  if (!door.columns) return rows.map(recordText).join('\n');
  const { isTTY, columns: width } = process.stdout;
  const more = hasMore(answer) && hasPages(door) ? '\n  There are older ones. --all lists them too.\n' : '';
  return tableText(door.columns, rows, isTTY ? width : null) + more;
}
