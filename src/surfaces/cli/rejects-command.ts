import { type Answer, clientFor, problemText } from './api-client.ts';
import { CommandFailed, exitCodes } from './command-failed.ts';
import type { ImportReport } from './import-summary.ts';
import type { Options } from './read-arguments.ts';

type Page = { items: ImportReport['rejects']; next_cursor: number | null };

/** `contactry rejects IMPORT_ID`: every line that was not taken, as CSV on standard output. */
export async function runRejects(operands: string[], options: Options): Promise<number> {
  const [id, ...others] = operands;
  if (!id || others.length > 0) {
    throw new CommandFailed('Give one import: npx contactry rejects IMPORT_ID', exitCodes.usage);
  }
  const client = await clientFor(options);
  const address = `/api/v1/admin/directory/imports/${encodeURIComponent(id)}/rejects?limit=1000`;
  let cursor: number | null = 0;
  while (cursor !== null) {
    const answer: Answer<Page> = await client.get(`${address}&cursor=${cursor}`);
    if (answer.status !== 200) throw new CommandFailed(problemText(answer.body, answer.status));
    if (cursor === 0) process.stdout.write('line,scope,column,reason,detail\n');
    process.stdout.write(answer.body.items.map(csvLine).join(''));
    cursor = answer.body.next_cursor;
  }
  return exitCodes.done;
}

/** Reasons and details are the service's own words; they hold no line ends. */
const csvLine = ({ line, scope, column, reason, detail }: Page['items'][number]): string =>
  `${line},${scope},${column ?? ''},${reason},"${detail.replaceAll('"', '""')}"\n`;
