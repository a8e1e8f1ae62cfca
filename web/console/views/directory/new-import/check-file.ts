import { ImportRefusedError } from '#client';
import type { ImportReport, MappedHeader } from '#web/console/views/directory/types.ts';
import { uploads } from '#web/shared/answers/api.ts';
import { anyFile, suggestedEncoding } from '#web/shared/forms/encodings.ts';
import { queryOf, type Reading } from './reading.ts';
import { wordsOfRefusal } from './words-of-refusal.ts';

/** So much of a file is sent to be looked at, so that an answer takes a moment for files of any size. */
const lookedAtBytes = 512 * 1024;

/** The result of a dry run. */
export interface Checked {
  mapping: readonly MappedHeader[];
  /** Null if the service would refuse the file. */
  report: ImportReport | null;
  refusal: string | null;
  /** The encoding that the service suggests, or ''. */
  encoding: string;
  /** Whether only the beginning was looked at. */
  isPartial: boolean;
}

export async function checkFile(file: File, reading: Reading, signal: AbortSignal): Promise<Checked> {
  const { content, isPartial } = await lookedAt(file);
  const request = {
    query: { ...queryOf(file.name, reading), dry_run: true, rejects_limit: 0 },
    file: { type: anyFile, content },
  };
  try {
    const report = await uploads.call('POST /api/v1/admin/directory/imports', request, { signal });
    return { mapping: report.mapping, report, refusal: null, encoding: '', isPartial };
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    const encoding = suggestedEncoding(error.message);
    return {
      mapping: error.mapping ?? [],
      report: null,
      refusal: wordsOfRefusal(error),
      encoding,
      isPartial,
    };
  }
}

/** The rejects of what is looked at, one by one. */
export async function rejectsIn(file: File, reading: Reading): Promise<ImportReport['rejects']> {
  const { content } = await lookedAt(file);
  const { rejects } = await uploads.call('POST /api/v1/admin/directory/imports', {
    query: { ...queryOf(file.name, reading), dry_run: true, rejects_limit: 10_000 },
    file: { type: anyFile, content },
  });
  return rejects;
}

const lineFeed = 10;

/** A spreadsheet is sent whole: its table of contents is at its end. A compressed file is unpacked as far as it is looked at. */
async function lookedAt(file: File): Promise<{ content: Blob; isPartial: boolean }> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isSpreadsheet = first === 0x50 && second === 0x4b;
  if (file.size <= lookedAtBytes || isSpreadsheet) return { content: file, isPartial: false };
  const isGzip = first === 0x1f && second === 0x8b;
  const bytes = isGzip ? await unpackedBeginning(file) : await file.slice(0, lookedAtBytes).arrayBuffer();
  return { content: wholeLines(new Uint8Array(bytes)), isPartial: true };
}

async function unpackedBeginning(file: File): Promise<ArrayBuffer> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: BlobPart[] = [];
  for (let bytes = 0; bytes < lookedAtBytes; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    bytes += value.length;
  }
  await reader.cancel();
  return new Blob(pieces).arrayBuffer();
}

/** The first whole lines. */
function wholeLines(bytes: Uint8Array<ArrayBuffer>): Blob {
  const end = bytes.lastIndexOf(lineFeed) + 1;
  // In UTF-16 with the low byte first, a zero byte belongs to the line feed.
  const isLowFirst = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new Blob([end === 0 ? bytes : bytes.subarray(0, end + (isLowFirst ? 1 : 0))]);
}
