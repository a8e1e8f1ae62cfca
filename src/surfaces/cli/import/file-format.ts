import { basename, extname } from 'node:path';
import { type Options, programName } from '../command.ts';
import { CommandFailed, exitCodes, FileRefused } from '../command-failed.ts';
import { type Format, formats } from './send-file.ts';

/** True for the operand that stands for standard input. */
export const isInput = (path: string) => path === '-';

/** The format given by `--format`, otherwise the one that the file's extension implies. Throws `FileRefused` for others. */
export function formatOf(path: string, format: Format | undefined): Format {
  const found = format ?? (isInput(path) ? 'csv' : byEnding[extname(path).toLowerCase()]);
  if (found) return found;
  throw new FileRefused(unknownFormat(basename(path)), exitCodes.usage);
}

export function givenFormat({ format }: Options): Format | undefined {
  const found = formats.find((each) => each === format);
  if (format === found) return found;
  throw new CommandFailed('--format must be csv or ndjson.', exitCodes.usage);
}

const byEnding: Record<string, Format> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

function unknownFormat(name: string): string {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name))
    return `${name} is a spreadsheet. Save it as "CSV UTF-8" and import that.`;
  if (/\.json$/i.test(name))
    return `${name} is JSON. Convert it to one object per line:\n  jq -c '.[]' ${name} | ${programName} import - --format ndjson`;
  if (/\.(gz|tgz|zip|bz2|xz|zst|7z|rar)$/i.test(name))
    return `${name} is compressed. Unpack it first, and import the file that is in it.`;
  return `The file name ${name} does not show the format. Add --format csv or --format ndjson.`;
}
