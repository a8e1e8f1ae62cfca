import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExtraHost } from '../profile-link/index.ts';
import { type Encoding, utf8Of } from './encodings.ts';
import { FileRefused } from './file-refused.ts';
import { jsonLines, ndjsonLines } from './json-lines.ts';
import type { FileLine } from './line-splitter.ts';
import { fileLines } from './line-splitter.ts';
import {
  gunzipped,
  gzipStart,
  type Peeked,
  peeked,
  refuseBinary,
  refuseMarkup,
  startsWith,
  zipStart,
} from './raw-file.ts';
import { vcardLines } from './vcard-lines.ts';

/** For a file of any kind: what it is, is found in the file. */
const contentTypes = [
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'text/vcard',
  'application/x-ndjson',
  'application/json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/gzip',
  'application/octet-stream',
] as const;

/** The content types of a door that takes files, each read in the same way. */
export const fileBodies = <Form extends string>(form: Form): Record<string, Form> =>
  Object.fromEntries(contentTypes.map((type) => [type, form]));

/** Found in the file itself, whatever its name or content type says. */
export const fileFormats = ['csv', 'ndjson', 'json', 'vcard', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** How the sender says that a file is read. */
export interface OpeningOptions {
  encoding?: Encoding | undefined;
  /** For text that is not what it looks like. */
  format?: 'csv' | 'ndjson' | undefined;
  /** The operator's own code hosts, whose profiles count as links too. */
  codeHosts?: readonly ExtraHost[];
  /** In bytes, of the text in the file: unpacked, and without the markup of a spreadsheet. */
  textBytesMax: number;
  /** Lines of text, rows of a sheet or items of a list. Default: no limit. */
  linesMax?: number | undefined;
}

export interface OpenedFile {
  format: FileFormat;
  /**
   * Lines of CSV or, for `isObjects`, a JSON object each. A card, row or object is one line, whose number is its place. Other
   * requests have their turn after each chunk that is read, also when nothing ends in it.
   */
  lines: AsyncGenerator<FileLine[]>;
  isObjects: boolean;
}

/**
 * Opens a file of any kind that we read: CSV, a list of links, NDJSON, JSON, vCards or a spreadsheet (.xlsx), each also compressed
 * with gzip. Throws `FileRefused` for any other.
 */
export async function openFile(
  file: AsyncIterable<Uint8Array>,
  options: OpeningOptions,
): Promise<OpenedFile> {
  const raw = await peeked(file);
  if (!startsWith(raw.head, gzipStart)) return opened(raw, options);
  return opened(await peeked(gunzipped(raw.whole(), options.textBytesMax)), options);
}

async function opened(file: Peeked, options: OpeningOptions): Promise<OpenedFile> {
  try {
    if (startsWith(file.head, zipStart)) {
      const { xlsxLines } = await import('./xlsx/xlsx-lines.ts');
      const lines = counted(xlsxLines(file.whole(), options.textBytesMax), options.linesMax);
      return { format: 'xlsx', isObjects: false, lines: inTurns(lines) };
    }
    refuseBinary(file.head);
  } catch (error) {
    await file.close();
    throw error;
  }
  const text = await peeked(utf8Of(file.whole(), options.encoding));
  try {
    return openedText(text, options);
  } catch (error) {
    await text.close();
    throw error;
  }
}

function openedText(text: Peeked, options: OpeningOptions): OpenedFile {
  const { encoding, format, codeHosts, linesMax } = options;
  const start = text.head.toString().replace('\ufeff', '').trimStart();
  refuseMarkup(start);
  const kind = format === 'csv' ? 'csv' : kindOf(start, format);
  if (kind === 'json')
    return { format: kind, isObjects: true, lines: inTurns(counted(jsonLines(text.whole()), linesMax)) };
  const lines = counted(fileLines(text.whole() as AsyncGenerator<Buffer>, encoding !== undefined), linesMax);
  // The lines of a card count, not the cards: a card may never end.
  if (kind === 'vcard')
    return { format: kind, isObjects: true, lines: inTurns(vcardLines(lines, codeHosts)) };
  if (kind === 'ndjson') return { format: kind, isObjects: true, lines: inTurns(ndjsonLines(lines)) };
  return { format: kind, isObjects: false, lines: inTurns(lines) };
}

async function* counted(
  groups: AsyncIterable<FileLine[]>,
  linesMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<FileLine[]> {
  for await (const lines of groups) {
    if ((lines.at(-1)?.number ?? 0) > linesMax)
      throw new FileRefused(
        'too_many_rows',
        `The file has more than ${linesMax} lines. Split it into several files.`,
      );
    yield lines;
  }
}

/** Drops groups without lines. */
async function* inTurns(groups: AsyncIterable<FileLine[]>): AsyncGenerator<FileLine[]> {
  for await (const lines of groups) {
    if (lines.length > 0) yield lines;
    await nextTurn();
  }
}

function kindOf(start: string, format: OpeningOptions['format']): 'csv' | 'ndjson' | 'json' | 'vcard' {
  if (/^\[\s*(?:[[{"\]]|$)/.test(start)) return 'json';
  if (format === undefined && /^begin:vcard/i.test(start)) return 'vcard';
  // An object over several lines breaks off behind a bracket or a comma.
  if (/^\{\s*(?:["}]|$)/.test(start)) return /^\{(?:[^\r\n]*[{[,])?\s*[\r\n]/.test(start) ? 'json' : 'ndjson';
  return format ?? 'csv';
}
