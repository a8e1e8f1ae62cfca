import type { Client } from '#client';
import { command } from '../command.ts';
import { CommandFailed, exitCodes, FileRefused, notUnderstood } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { print, printable } from '../terminal.ts';
import { type HashedFile, hashFile, keptInput, sizeOf } from './hashed-file.ts';
import { dryRunText, type ImportReport, summaryText } from './import-summary.ts';
import {
  type ImportOptions,
  importOptions,
  lookAt,
  repeatImport,
  saysHowToRead,
  sendFile,
} from './send-file.ts';
import { endedImportOf } from './stored-import.ts';

export const importCommand = command({
  name: 'import',
  operands: 'FILE…',
  summary: 'load contacts from files into the directory: CSV, .xlsx, .vcf, JSON or NDJSON, also gzipped',
  about: [
    'Use - to read standard input. Several files are imported one after the other. A file that is refused or missing does not stop the others.',
    'The format is detected from the content, whatever the file name.',
    'You can stop with Ctrl-C and run the same command to continue. A file that was already imported changes nothing.',
    'For columns and the handling of rows, see docs/guide/directory.md',
  ],
  options: importOptions,
  examples: [
    'import docs/examples/contacts.csv',
    'import members.csv guests.csv --source "members 2026"',
    'import list.csv --map email="Work address" --dry-run',
    'import contacts.vcf people.xlsx',
    'import old.csv --encoding windows-1252',
    'import - < contacts.ndjson',
  ],
  run: runImport,
});

/** The operand for standard input. */
const isInput = (path: string) => path === '-';

async function runImport(operands: string[], options: ImportOptions): Promise<number> {
  if (operands.filter(isInput).length > 1) {
    throw notUnderstood('Standard input (-) can be read only once.');
  }
  if (options.format !== undefined && !['csv', 'ndjson'].includes(options.format))
    throw notUnderstood('--format must be csv or ndjson.');
  const refused: string[] = [];
  /** Null if the file was refused and there are others. */
  const unlessRefused = async <Value>(path: string, act: () => Promise<Value>): Promise<Value | null> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof FileRefused) || operands.length === 1) throw error;
      process.stderr.write(printable(`\n  ${path} was not imported: ${error.message}\n`));
      refused.push(path);
      return null;
    }
  };
  const sources: string[] = [];
  for (const path of operands) {
    // Checks all files as far as possible before sending any.
    const bytes = await unlessRefused(path, async () => (isInput(path) ? 0 : await sizeOf(path)));
    if (bytes !== null) sources.push(path);
  }
  if (sources.length === 0) throw new CommandFailed('None of the files was imported.');
  const client = await clientFor(options);
  let worst: number = exitCodes.done;
  for (const path of sources) {
    const code = await unlessRefused(path, () => importOne(client, path, options));
    worst = Math.max(worst, code ?? exitCodes.done);
  }
  if (refused.length === 0) return worst;
  const others = refused.length < operands.length ? ' The other files were imported.' : '';
  throw new CommandFailed(`Not imported: ${refused.join(', ')}.${others}`);
}

async function importOne(client: Client, path: string, options: ImportOptions): Promise<number> {
  if (!isInput(path)) return importFile(client, await hashFile(path), options);
  await using kept = await keptInput(process.stdin);
  return await importFile(client, { ...(await hashFile(kept.path)), name: 'standard input' }, options);
}

async function importFile(client: Client, file: HashedFile, options: ImportOptions): Promise<number> {
  if (options['dry-run']) {
    const report = await lookAt(client, file, options);
    print(`\n${dryRunText(report)}\n`);
    return report.rejected > 0 ? exitCodes.rejects : exitCodes.done;
  }
  const before = await endedImportOf(client, file);
  const isRepeat = before?.status === 'completed' && !options.again;
  const repeated = () =>
    saysHowToRead(options) ? repeatImport(client, file, options) : (before as ImportReport);
  const report = isRepeat ? await repeated() : await sendFile(client, file, { options, before });
  print(`\n${summaryText(report, isRepeat)}\n`);
  return report.rejected > 0 ? exitCodes.rejects : exitCodes.done;
}
