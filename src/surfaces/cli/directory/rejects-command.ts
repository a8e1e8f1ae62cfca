import type { Item } from '#client';
import { csvText } from '#core/answers/csv-text.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';

const route = 'GET /api/v1/admin/directory/imports/{import_id}/rejects';

export const rejectsCommand: Command = {
  name: 'rejects',
  operands: 'IMPORT_ID',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'write the rejected rows and values of an import as CSV, with reasons',
  about: ['"imports" lists the ids. The CSV has line numbers and columns, never values.'],
  options: [],
  examples: ['rejects imp_8f3c > rejects.csv'],

  async run([id = ''], options) {
    const client = await clientFor(options);
    const pages = client.pages(route, { path: { import_id: id }, query: { limit: 1000 } });
    let isFirst = true;
    for await (const { items } of pages) {
      const text = csvText([...(isFirst ? [names] : []), ...items.map(cellsOf)]);
      // The output may go to a terminal, which gets line feeds only.
      print(text.replaceAll('\r\n', '\n'));
      isFirst = false;
    }
    return exitCodes.done;
  },
};

const names = ['line', 'scope', 'column', 'reason', 'detail'] as const;
const cellsOf = (reject: Item<typeof route>) => names.map((name) => reject[name]);
