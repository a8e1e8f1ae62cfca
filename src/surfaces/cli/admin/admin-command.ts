import type { Client, Listing, Route } from '#client';
import { actorOption, asJson, type Command, confirmation, type Given, type Option } from '../command.ts';
import { notUnderstood } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { confirm, print, show } from '../terminal.ts';
import type { AdminCommand } from './admin-table.ts';
import { operations } from './operations.generated.ts';
import { type Column, changesText, type Row, recordText, tableText } from './records.ts';

/** A member of a request, as the OpenAPI document describes it. */
export interface Member {
  help: string;
  in: 'path' | 'query' | 'body';
  type: string;
  values?: readonly string[];
  isNullable?: true;
  isRequired?: true;
}

interface AdminOperation {
  route: string;
  summary: string;
  members: Readonly<Record<string, Member>>;
}

export const operationOf = ({ operation }: AdminCommand): AdminOperation => operations[operation];

/** Sent as `email` if the word has an @, else as `account_id`. */
const accountWord: Member = { help: 'an account id, or an email', in: 'query', type: 'string' };
const memberOf = (row: AdminCommand, name: string): Member => ({
  ...(name === 'account' ? accountWord : operationOf(row).members[name]!),
  ...(row.options?.includes(`${name}!`) ? { isRequired: true } : {}),
});

/** Options with names of their own. `--actor` is the operator who acts. */
const optionNames: Readonly<Record<string, string>> = {
  actor: 'by',
  q: 'search',
  rate_limit_per_min: 'rate',
};
const optionOf = (name: string): string => optionNames[name] ?? name.replaceAll('_', '-');

/** `grants`, or `revoke-grant` with the operand `GRANT_ID`. */
export function wordsOf({ usage, options }: AdminCommand): {
  name: string;
  operands: string[];
  options: string[];
} {
  const words = usage.split(' ');
  const isOperand = (word: string) => /^[A-Z_]+$/.test(word);
  return {
    name: words.filter((word) => !isOperand(word)).join(' '),
    operands: words.filter(isOperand).map((word) => word.toLowerCase()),
    options: options?.replaceAll('!', '').split(' ') ?? [],
  };
}

/** The columns of a list: each is a member, `member as heading`, or `before → after` for what a change did. */
export const columnsOf = ({ columns }: AdminCommand): Column[] | undefined =>
  columns?.split(', ').map((column) => {
    const [member = '', heading = member] = column.split(' as ');
    return member.includes(' → ') ? [heading, member, changesText] : [heading, member];
  });

const hasPages = (row: AdminCommand) =>
  row.columns !== undefined && !row.isWhole && 'limit' in operationOf(row).members;
const isRead = (row: AdminCommand) => operationOf(row).route.startsWith('GET ');

/** The command that follows from a row of the table and its operation. */
export function adminCommand(row: AdminCommand): Command {
  const { name, operands, options } = wordsOf(row);
  return {
    name: `admin ${name}`,
    operands: operands.map((each) => each.toUpperCase()).join(' '),
    summary: row.summary ?? uncapitalized(operationOf(row).summary),
    about: operands.map((each) => `${each.toUpperCase()}: ${helpOf(memberOf(row, each), true)}.`),
    options: {
      ...Object.fromEntries(options.map((each) => [optionOf(each), optionHelp(each, memberOf(row, each))])),
      ...(hasPages(row)
        ? {
            limit: { value: 'N', help: 'how many to list at once' },
            all: { help: 'list all of them, page by page' },
          }
        : {}),
      ...(row.question ? { yes: confirmation } : {}),
      ...(isRead(row) ? {} : { actor: actorOption }),
      ...(row.quiet ? { quiet: { help: `print only the ${row.quiet}, for scripts` } } : {}),
      json: asJson,
    },
    examples: row.examples.map((example) => `admin ${example}`),
    run: (words, given) => runAdmin(row, words, given as Typed),
  };
}

const optionHelp = (name: string, member: Member): Option => {
  const help = `${helpOf(member, valuesShown(member) === null)}${member.isRequired ? '; required' : ''}`;
  if (member.type === 'boolean') return { help };
  const value = member.type === 'integer' ? 'N' : (valuesShown(member) ?? name.toUpperCase());
  return { value, help };
};

const valuesShown = ({ values = [] }: Member): string | null => {
  const text = values.join('|');
  return text !== '' && text.length <= 40 ? text : null;
};

function helpOf({ help, values = [] }: Member, withValues: boolean): string {
  const text = uncapitalized(
    help
      .replaceAll('`', '')
      .replace(/\bNull\b/, '"none"')
      .replace(/\.$/, ''),
  );
  return withValues && values.length > 0 ? `${text}: ${values.join(', ')}` : text;
}

const uncapitalized = (text: string): string =>
  /^[A-Z][a-z ]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;

type Typed = Given & { limit?: string; all?: boolean; yes?: boolean; quiet?: boolean; json?: boolean };

async function runAdmin(row: AdminCommand, words: string[], options: Typed): Promise<undefined> {
  const request = requestOf(row, words, options as Readonly<Record<string, unknown>>);
  const client = await clientFor(options);
  const { question, quiet } = row;
  if (question)
    await confirm(
      question.replace(/\{(\w+)\}/g, (_, name) => request.typed[name]!),
      options,
    );
  const answer = await answerOf(client, row, request, options);
  if (quiet && options.quiet) print(`${answer[quiet]}\n`);
  else show(answer, options.json, () => answerText(row, answer));
}

interface AdminRequest {
  path: Row;
  query: Row | undefined;
  body: Row | undefined;
  /** The typed words by member, for questions. */
  typed: Readonly<Record<string, string>>;
}

/** The words of a command line as a request. Throws `CommandFailed` for a missing or impossible word. */
export function requestOf(
  row: AdminCommand,
  operands: readonly string[],
  given: Readonly<Record<string, unknown>>,
): AdminRequest {
  const words = wordsOf(row);
  const members: Record<string, unknown> = { ...row.fixed };
  const typed: Record<string, string> = {};
  const take = (name: string, text: unknown) => {
    typed[name] = String(text);
    const member = name !== 'account' ? name : typed[name].includes('@') ? 'email' : 'account_id';
    members[member] = sentValue(name, memberOf(row, name), text);
  };
  for (const [at, name] of words.operands.entries()) take(name, operands[at]);
  for (const name of words.options) {
    const text = given[optionOf(name)];
    const member = memberOf(row, name);
    if (text !== undefined) take(name, text);
    else if (member.isRequired) throw notUnderstood(`Set --${optionOf(name)}: ${helpOf(member, true)}.`);
  }
  const isInPath = ([name]: [string, unknown]) => operationOf(row).members[name]?.in === 'path';
  const path = Object.fromEntries(Object.entries(members).filter(isInPath));
  const rest = Object.fromEntries(Object.entries(members).filter((each) => !isInPath(each)));
  return isRead(row)
    ? { path, query: rest, body: undefined, typed }
    : { path, query: undefined, body: rest, typed };
}

function sentValue(name: string, { type, isNullable }: Member, text: unknown): unknown {
  if (isNullable && text === 'none') return null;
  if (type !== 'integer') return text;
  const number = Number(text);
  if (text !== '' && Number.isInteger(number)) return number;
  throw notUnderstood(`${name} must be a whole number, and '${text}' is not.`);
}

type Answer = Record<string, unknown>;

async function answerOf(
  client: Client,
  row: AdminCommand,
  { path, query, body }: AdminRequest,
  { limit, all }: Typed,
): Promise<Answer> {
  const { route } = operationOf(row);
  if (!isRead(row)) return client.call(route as Route, { path, body } as never) as Promise<Answer>;
  if (all && limit !== undefined) throw notUnderstood('Give either --limit or --all.');
  const request = { path, query: { ...query, limit } } as never;
  let found: Answer | undefined;
  for await (const page of client.pages(route as Listing, request) as AsyncIterable<Answer>) {
    if (found) {
      rowsOf(row, found).push(...rowsOf(row, page));
      for (const name of continuations) if (name in found) found[name] = page[name];
    } else found = page;
    if (!all) break;
  }
  return found!;
}

const continuations = ['next_cursor', 'next_offset'] as const;
const hasMore = (answer: Answer) => continuations.some((name) => answer[name] != null);

const rowsOf = ({ rows = 'items' }: AdminCommand, answer: Answer) => answer[rows] as Row[];

function answerText(row: AdminCommand, answer: Answer): string {
  const columns = columnsOf(row);
  if (!columns && !row.rows) return recordText(answer);
  const rows = rowsOf(row, answer);
  if (rows.length === 0) return '  Nothing here yet.\n';
  if (!columns) return rows.map(recordText).join('\n');
  const { isTTY, columns: width } = process.stdout;
  const more = hasMore(answer) && hasPages(row) ? '\n  There are older ones. --all lists them too.\n' : '';
  return tableText(columns, rows, isTTY ? width : null) + more;
}
