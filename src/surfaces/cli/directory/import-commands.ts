import type { Answer, Item } from '#client';
import { csvText } from '#core/answers/csv-text.ts';
import { asJson, command, confirmation, programName } from '../command.ts';
import { CommandFailed, notUnderstood } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { confirm, print, show } from '../terminal.ts';
import { counted, grouped, inOptions, minuteText, wrapped } from '../words.ts';

const listing = 'GET /api/v1/admin/directory/imports';
type Page = Answer<typeof listing>;

export const importsCommand = command({
  name: 'imports',
  summary: 'list imports with their ids, newest first',
  about: [],
  options: {
    limit: { value: 'N', help: 'how many to list, 1 to 100; default 10' },
    all: { help: 'list all of them' },
    json: asJson,
  },
  examples: ['imports', 'imports --all', 'imports --limit 100 --json'],

  async run(_, { limit, all = false, json, ...options }) {
    if (all && limit !== undefined) throw notUnderstood('Give either --limit or --all.');
    const client = await clientFor(options);
    const query = { limit: limit ?? (all ? 100 : 10) } as { limit: number };
    const found: Page = { items: [], next_cursor: null };
    for await (const { items, next_cursor } of client.pages(listing, { query })) {
      found.items.push(...items);
      found.next_cursor = next_cursor;
      if (!all) break;
    }
    show(found, json, importsText);
  },
});

function importsText({ items, next_cursor }: Page): string {
  if (items.length === 0)
    return `  Nothing has been imported yet. Load contacts with: ${programName} import FILE\n`;
  const more = next_cursor === null ? [] : [`  There are older ones. --all lists them too.\n`];
  return [...items.map((each) => `${linesOf(each).join('\n')}\n`), ...more].join('\n');
}

function linesOf(found: Item<typeof listing>): string[] {
  const counts = [`${grouped(found.accepted)} accepted`, `${grouped(found.rejected)} rejected`];
  if (found.suppressed > 0) counts.push(`${grouped(found.suppressed)} suppressed`);
  return [
    `  ${found.id}   ${minuteText(found.started_at)}   ${found.status.replace('_', ' ')}`,
    `    ${found.file_name || 'unnamed'}: ${counts.join(', ')}`,
    ...(found.detail === null ? [] : wrapped(inOptions(found.detail), 72).map((line) => `    ${line}`)),
  ];
}

const rejects = 'GET /api/v1/admin/directory/imports/{import_id}/rejects';

export const rejectsCommand = command({
  name: 'rejects',
  operands: 'IMPORT_ID',
  summary: 'write the rejected rows and values of an import as CSV, with reasons',
  about: ['"imports" lists the ids. The CSV has line numbers and columns, never values.'],
  options: {},
  examples: ['rejects imp_8f3c > rejects.csv'],

  async run([id = ''], options) {
    const client = await clientFor(options);
    const pages = client.pages(rejects, { path: { import_id: id }, query: { limit: 1000 } });
    let isFirst = true;
    for await (const { items } of pages) {
      const rows = items.map((reject) => rejectColumns.map((name) => reject[name]));
      // The output may go to a terminal, which gets line feeds only.
      print(csvText([...(isFirst ? [rejectColumns] : []), ...rows]).replaceAll('\r\n', '\n'));
      isFirst = false;
    }
  },
});

const rejectColumns = ['line', 'scope', 'column', 'reason', 'detail'] as const;

const one = '/api/v1/admin/directory/imports/{import_id}';

export const takeBackCommand = command({
  name: 'take-back',
  operands: 'IMPORT_ID',
  summary: 'undo an import, as if the file had never been imported',
  about: [
    'What is stored becomes as if the file had never been imported, at any time: values that it replaced return, and values that other imports contained too stay. People who were suppressed or erased, and values that an operator removed, stay away. Undoing takes about as long as importing did. If the command is interrupted, run it again to continue.',
  ],
  options: { yes: confirmation },
  examples: ['take-back imp_8f3c', 'take-back imp_8f3c --yes'],

  async run([id = ''], options) {
    const client = await clientFor(options);
    const path = { import_id: id };
    const { file_name, accepted } = await client.call(`GET ${one}`, { path });
    const name = file_name || 'an unnamed file';
    await confirm(`Undo the import of ${name} with ${counted(accepted, 'accepted row')}?`, options);
    const removed = await client.call(`DELETE ${one}`, { path });
    print(`\n  The import of ${name} was undone: ${removedText(removed)}\n\n`);
  },
});

export const removeSourceCommand = command({
  name: 'remove-source',
  operands: 'SOURCE',
  summary: 'remove a source, and values that have no other source',
  about: [
    "SOURCE is the text in a file's source column, or the --source of an import. A profile left without email, phone and link is deleted. This scans the whole directory; if it is interrupted, run it again.",
  ],
  options: { yes: confirmation },
  examples: ['remove-source "members 2026"'],

  async run([source = ''], options) {
    const client = await clientFor(options);
    await confirm(`Remove everything whose only source is "${source}"?`, options);
    const path = { source };
    const removed = await client.call('DELETE /api/v1/admin/directory/sources/{source}', { path });
    if (removed.profiles_removed + removed.profiles_changed === 0)
      throw new CommandFailed(
        `Nothing in the directory has the source "${source}". "${programName} profile" shows the names, which must match exactly.`,
      );
    print(`\n  Source "${source}": ${removedText(removed)}\n\n`);
  },
});

const removedText = (removed: { profiles_removed: number; profiles_changed: number }): string =>
  `${counted(removed.profiles_removed, 'profile')} removed, ${grouped(removed.profiles_changed)} changed.`;
