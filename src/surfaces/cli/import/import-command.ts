import type { Command, Options } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import type { ApiClient } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import { print, printable } from '../print.ts';
import { formatOf, givenFormat, isInput } from './file-format.ts';
import { type HashedFile, hashFile, sizeOf } from './hashed-file.ts';
import { dryRunText } from './import-dry-run.ts';
import { summaryText } from './import-summary.ts';
import { FileRefused, type Format, lookAt, sendFile } from './send-file.ts';
import { keptInput } from './standard-input.ts';
import { endedImportOf } from './stored-import.ts';

export const importCommand: Command = {
  name: 'import',
  operands: 'FILE…',
  operandsMin: 1,
  operandsMax: 1000,
  summary: 'load contacts from CSV or NDJSON files into the directory',
  about: [
    'Use - to read standard input. Several files are imported one after the other. A refused file does not stop the others.',
    'You can stop with Ctrl-C and run the same command to continue. A file that was already imported changes nothing.',
    'For columns and the handling of rows, see docs/guide/directory.md',
  ],
  options: [
    {
      name: 'format',
      value: 'csv|ndjson',
      help: 'if the file name does not show it; standard input defaults to csv',
    },
    { name: 'dry-run', help: 'show how columns are read and what would be stored, without storing' },
    {
      name: 'map',
      value: 'email="Work Email"',
      isRepeated: true,
      help: 'what an unknown header means',
    },
    {
      name: 'date-order',
      value: 'dmy|mdy|ymd',
      help: 'order of day, month and year in dates such as 03/04/2026',
    },
    { name: 'source', value: 'NAME', help: 'source name that customers see; default "directory"' },
    { name: 'again', help: 'import a file again that was already imported' },
  ],
  examples: [
    'import docs/examples/contacts.csv',
    'import members.csv guests.csv --source "members 2026"',
    'import list.csv --map email="Work address" --dry-run',
    'import - --format ndjson < contacts.ndjson',
  ],
  run: runImport,
};

interface Source {
  path: string;
  format: Format;
}

async function runImport(operands: string[], options: Options): Promise<number> {
  if (operands.filter(isInput).length > 1) {
    throw new CommandFailed('Standard input (-) can be read only once.', exitCodes.usage);
  }
  const given = givenFormat(options);
  for (const path of operands) if (!isInput(path)) await sizeOf(path);
  const sources = operands.map((path) => ({ path, format: formatOf(path, given) }));
  const client = await clientFor(options);
  const refused: string[] = [];
  let worst: number = exitCodes.done;
  for (const source of sources) {
    try {
      worst = Math.max(worst, await importOne(client, source, options));
    } catch (error) {
      if (!(error instanceof FileRefused) || sources.length === 1) throw error;
      process.stderr.write(printable(`\n  ${source.path} was not imported: ${error.message}\n`));
      refused.push(source.path);
    }
  }
  if (refused.length === 0) return worst;
  throw new CommandFailed(`Not imported: ${refused.join(', ')}. The other files were imported.`);
}

async function importOne(client: ApiClient, source: Source, options: Options): Promise<number> {
  if (!isInput(source.path)) return importFile(client, await hashFile(source.path), source.format, options);
  await using kept = await keptInput(process.stdin);
  const file = { ...(await hashFile(kept.path)), name: 'standard input' };
  return await importFile(client, file, source.format, options);
}

async function importFile(
  client: ApiClient,
  file: HashedFile,
  format: Format,
  options: Options,
): Promise<number> {
  if (options['dry-run']) {
    const report = await lookAt(client, file, format, options);
    print(`\n${dryRunText(report)}\n`);
    return report.rejected > 0 ? exitCodes.rejects : exitCodes.done;
  }
  const before = await endedImportOf(client, file);
  const isRepeat = before?.status === 'completed' && !options.again;
  const report = isRepeat ? before : await sendFile(client, file, { format, options, before });
  print(`\n${summaryText(report, isRepeat)}\n`);
  return report.rejected > 0 ? exitCodes.rejects : exitCodes.done;
}
