import type { Answer, Item } from '#client';
import { asJson, type Command, programName } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { inOptions } from '../option-words.ts';
import { print } from '../print.ts';
import { grouped, minuteText, wrapped } from '../words.ts';

const route = 'GET /api/v1/admin/directory/imports';
type Page = Answer<typeof route>;

export const importsCommand: Command = {
  name: 'imports',
  operands: '',
  operandsMin: 0,
  operandsMax: 0,
  summary: 'list imports with their ids, newest first',
  about: [],
  options: [
    { name: 'limit', value: 'N', help: 'how many to list, 1 to 100; default 10' },
    { name: 'all', help: 'list all of them' },
    asJson,
  ],
  examples: ['imports', 'imports --all', 'imports --limit 100 --json'],

  async run(_, { limit, all = false, json, ...options }) {
    if (all && limit !== undefined) throw new CommandFailed('Give either --limit or --all.', exitCodes.usage);
    const client = await clientFor(options);
    const query = { limit: limit ?? (all ? 100 : 10) } as { limit: number };
    const found: Page = { items: [], next_cursor: null };
    for await (const { items, next_cursor } of client.pages(route, { query })) {
      found.items.push(...items);
      found.next_cursor = next_cursor;
      if (!all) break;
    }
    print(json ? `${JSON.stringify(found, null, 2)}\n` : `\n${importsText(found)}\n`);
    return exitCodes.done;
  },
};

function importsText({ items, next_cursor }: Page): string {
  if (items.length === 0)
    return `  Nothing has been imported yet. Load contacts with: ${programName} import FILE\n`;
  const more = next_cursor === null ? [] : [`  There are older ones. --all lists them too.\n`];
  return [...items.map((each) => `${linesOf(each).join('\n')}\n`), ...more].join('\n');
}

function linesOf({
  id,
  file_name,
  status,
  started_at,
  accepted,
  rejected,
  suppressed,
  detail,
}: Item<typeof route>): string[] {
  const counts = [`${grouped(accepted)} accepted`, `${grouped(rejected)} rejected`];
  if (suppressed > 0) counts.push(`${grouped(suppressed)} suppressed`);
  return [
    `  ${id}   ${minuteText(started_at)}   ${status.replace('_', ' ')}`,
    `    ${file_name || 'unnamed'}: ${counts.join(', ')}`,
    ...(detail === null ? [] : wrapped(inOptions(detail), 72).map((line) => `    ${line}`)),
  ];
}
