import { asJson, type Command, confirmation, type OptionHelp, type Options } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { type ApiClient, bodyOf } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';
import type { Door, Word } from './door.ts';
import { type DoorRequest, optionOf, requestOf } from './door-request.ts';
import { recordText, tableText } from './records.ts';

export const actorOption: OptionHelp = {
  name: 'actor',
  value: 'NAME',
  help: 'who you are in the audit trail; default: your user name',
};
const paging: OptionHelp[] = [
  { name: 'limit', value: 'N', help: 'how many to list at once' },
  { name: 'all', help: 'list all of them, page by page' },
];

/** The command that follows from a door. */
export function doorCommand(door: Door): Command {
  const { name, summary, about = [], operands = [], options = [], columns, question, examples } = door;
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
      asJson,
    ],
    examples: examples.map((example) => `admin ${example}`),
    run: (words, given) => runDoor(door, words, given),
  };
}

const operandText = ({ member, value }: Word) => value ?? member.toUpperCase();
/** Sources and settings come whole. */
const hasPages = ({ rows, path }: Door) => rows !== 'settings' && !path.endsWith('/sources');

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
  print(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `\n${answerText(door, answer)}\n`);
  return exitCodes.done;
}

type Answer = Record<string, unknown>;
type Row = Record<string, unknown>;

async function answerOf(
  client: ApiClient,
  door: Door,
  request: DoorRequest,
  options: Options,
): Promise<Answer> {
  const { path, body } = request;
  if (door.method !== 'GET') return bodyOf(await client.change<Answer>(door.method, path, body));
  const { limit, all } = options;
  if (all && limit !== undefined) throw new CommandFailed('Give either --limit or --all.', exitCodes.usage);
  const page = async (rest: Record<string, string>) => {
    const query = new URLSearchParams({ ...(limit ? { limit } : {}), ...rest });
    const address = query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    return bodyOf(await client.get<Answer>(address));
  };
  const found = await page({});
  for (let rest = restOf(found); all && rest; rest = restOf(found)) {
    const next = await page(rest);
    rowsOf(door, found).push(...rowsOf(door, next));
    for (const name of continuations) found[`next_${name}`] = next[`next_${name}`];
  }
  return found;
}

const continuations = ['cursor', 'offset'] as const;

/** What asks for the page after this one. Null after the last. */
function restOf(answer: Answer): Record<string, string> | null {
  const name = continuations.find((each) => answer[`next_${each}`] != null);
  return name ? { [name]: String(answer[`next_${name}`]) } : null;
}

const rowsOf = ({ rows = 'items' }: Door, answer: Answer) => answer[rows] as Row[];

function answerText(door: Door, answer: Answer): string {
  if (!door.columns && !door.rows) return recordText(answer);
  const rows = rowsOf(door, answer);
  if (rows.length === 0) return '  There are none.\n';
  if (!door.columns) return rows.map(recordText).join('\n');
  const { isTTY, columns: width } = process.stdout;
  const more = restOf(answer) && hasPages(door) ? '\n  There are older ones. --all lists them too.\n' : '';
  return tableText(door.columns, rows, isTTY ? width : null) + more;
}
