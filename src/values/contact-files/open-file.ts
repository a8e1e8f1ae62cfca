import type { ExtraHost } from '../profile-link/index.ts';
import { gzipStart, refuseBinary, refuseMarkup, startsWith, zipStart } from './binary-kinds.ts';
import type { Encoding } from './encodings.ts';
import { fileLines } from './file-lines.ts';
import { gunzipped } from './gunzipped.ts';
import { jsonLines } from './json-lines.ts';
import type { FileLine } from './line-splitter.ts';
import { type Peeked, peeked } from './peeked.ts';
import { utf8Of } from './utf8-of.ts';
import { vcardLines } from './vcard-lines.ts';

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
}

export interface OpenedFile {
  format: FileFormat;
  /** Lines of CSV or, for `isObjects`, a JSON object each. A card, row or object is one line, whose number is its place. */
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
      return { format: 'xlsx', isObjects: false, lines: xlsxLines(file.whole(), options.textBytesMax) };
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

function openedText(text: Peeked, { encoding, format, codeHosts }: OpeningOptions): OpenedFile {
  const start = text.head.toString().replace('\ufeff', '').trimStart();
  refuseMarkup(start);
  const kind = format === 'csv' ? 'csv' : kindOf(start, format);
  if (kind === 'json') return { format: kind, isObjects: true, lines: jsonLines(text.whole()) };
  const lines = fileLines(text.whole() as AsyncGenerator<Buffer>, encoding !== undefined);
  if (kind === 'vcard') return { format: kind, isObjects: true, lines: vcardLines(lines, codeHosts) };
  return { format: kind, isObjects: kind === 'ndjson', lines };
}

function kindOf(start: string, format: OpeningOptions['format']): 'csv' | 'ndjson' | 'json' | 'vcard' {
  if (/^\[\s*(?:[[{"\]]|$)/.test(start)) return 'json';
  if (format === undefined && /^begin:vcard/i.test(start)) return 'vcard';
  // An object over several lines breaks off behind a bracket or a comma.
  if (/^\{\s*(?:["}]|$)/.test(start)) return /^\{(?:[^\r\n]*[{[,])?\s*[\r\n]/.test(start) ? 'json' : 'ndjson';
  return format ?? 'csv';
}
