import { asJson, type Command, programName } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { type ApiClient, bodyOf } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import type { ImportReport } from '../import/import-summary.ts';
import { imports } from '../import/stored-import.ts';
import { inOptions } from '../option-words.ts';
import { print } from '../print.ts';
import { grouped, minuteText, wrapped } from '../words.ts';

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
    const found = await pageOf(client, limit ?? (all ? '100' : '10'), null);
    while (all && found.next_cursor !== null) {
      const next = await pageOf(client, '100', found.next_cursor);
      found.items.push(...next.items);
      found.next_cursor = next.next_cursor;
    }
    print(json ? `${JSON.stringify(found, null, 2)}\n` : `\n${importsText(found)}\n`);
    return exitCodes.done;
  },
};

interface Page {
  items: ImportReport[];
  next_cursor: string | null;
}

async function pageOf(client: ApiClient, limit: string, cursor: string | null): Promise<Page> {
  const query = new URLSearchParams({ limit, ...(cursor === null ? {} : { cursor }) });
  return bodyOf(await client.get<Page>(`${imports}?${query}`));
}

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
}: ImportReport): string[] {
  const counts = [`${grouped(accepted)} accepted`, `${grouped(rejected)} rejected`];
  if (suppressed > 0) counts.push(`${grouped(suppressed)} suppressed`);
  return [
    `  ${id}   ${minuteText(started_at)}   ${status.replace('_', ' ')}`,
    `    ${file_name || 'unnamed'}: ${counts.join(', ')}`,
    ...(detail === null ? [] : wrapped(inOptions(detail), 72).map((line) => `    ${line}`)),
  ];
}
