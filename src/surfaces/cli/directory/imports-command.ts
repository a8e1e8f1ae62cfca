import { asJson, type Command, programName } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { bodyOf } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import type { ImportReport } from '../import/import-summary.ts';
import { imports } from '../import/stored-import.ts';
import { print } from '../print.ts';
import { grouped, minuteText } from '../words.ts';

export const importsCommand: Command = {
  name: 'imports',
  operands: '',
  operandsMin: 0,
  operandsMax: 0,
  summary: 'list imports with their ids, newest first',
  about: [],
  options: [{ name: 'limit', value: 'N', help: 'how many to list, 1 to 100; default 10' }, asJson],
  examples: ['imports', 'imports --limit 100 --json'],

  async run(_, { limit = '10', json, ...options }) {
    const client = await clientFor(options);
    const answer = await client.get<{ items: ImportReport[] }>(
      `${imports}?limit=${encodeURIComponent(limit)}`,
    );
    const found = bodyOf(answer);
    print(json ? `${JSON.stringify(found, null, 2)}\n` : `\n${importsText(found.items)}\n`);
    return exitCodes.done;
  },
};

function importsText(items: ImportReport[]): string {
  if (items.length === 0)
    return `  Nothing has been imported yet. Load contacts with: ${programName} import FILE\n`;
  return items.map((each) => `${linesOf(each).join('\n')}\n`).join('\n');
}

function linesOf({
  id,
  file_name,
  status,
  started_at,
  accepted,
  rejected,
  suppressed,
}: ImportReport): string[] {
  const counts = [`${grouped(accepted)} accepted`, `${grouped(rejected)} rejected`];
  if (suppressed > 0) counts.push(`${grouped(suppressed)} suppressed`);
  return [
    `  ${id}   ${minuteText(started_at)}   ${status.replace('_', ' ')}`,
    `    ${file_name || 'unnamed'}: ${counts.join(', ')}`,
  ];
}
