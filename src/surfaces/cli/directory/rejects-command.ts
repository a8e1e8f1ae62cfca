import type { Command } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { type Answer, bodyOf } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import type { ImportReport } from '../import/import-summary.ts';
import { imports } from '../import/stored-import.ts';
import { print } from '../print.ts';

type Page = { items: ImportReport['rejects']; next_cursor: number | null };

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
    const address = `${imports}/${encodeURIComponent(id)}/rejects?limit=1000`;
    let cursor: number | null = 0;
    while (cursor !== null) {
      const answer: Answer<Page> = await client.get(`${address}&cursor=${cursor}`);
      const page: Page = bodyOf(answer);
      if (cursor === 0) print('line,scope,column,reason,detail\n');
      print(page.items.map(csvLine).join(''));
      cursor = page.next_cursor;
    }
    return exitCodes.done;
  },
};

/** Reasons and details are our own text and contain no line breaks. */
const csvLine = ({ line, scope, column, reason, detail }: Page['items'][number]): string =>
  `${line},${scope},${column ?? ''},${reason},"${detail.replaceAll('"', '""')}"\n`;
