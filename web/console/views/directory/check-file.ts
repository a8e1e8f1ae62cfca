import { ImportRefusedError } from '#client';
import { uploads } from '../../../shared/api.ts';
import { queryOf, type Reading, typeOf } from './reading.ts';
import type { ImportReport, MappedHeader } from './types.ts';
import { wordsOfRefusal } from './words-of-refusal.ts';

/** So much of a file is sent to be looked at, so that an answer takes a moment for files of any size. */
const lookedAtBytes = 512 * 1024;

/** What an import of a file would do. */
export interface Checked {
  mapping: readonly MappedHeader[];
  /** Null if the service would refuse the file. */
  report: ImportReport | null;
  refusal: string | null;
  /** Whether only the beginning was looked at. */
  isPartial: boolean;
}

export async function checkFile(file: File, reading: Reading, signal: AbortSignal): Promise<Checked> {
  const isPartial = file.size > lookedAtBytes;
  const content = isPartial ? await beginningOf(file) : file;
  const request = {
    query: { ...queryOf(file.name, reading), dry_run: true },
    file: { type: typeOf(file.name), content },
  };
  try {
    const report = await uploads.call('POST /api/v1/admin/directory/imports', request, { signal });
    return { mapping: report.mapping, report, refusal: null, isPartial };
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    return { mapping: error.mapping ?? [], report: null, refusal: wordsOfRefusal(error), isPartial };
  }
}

const lineFeed = 10;

/** The first whole lines. */
async function beginningOf(file: File): Promise<Blob> {
  const bytes = new Uint8Array(await file.slice(0, lookedAtBytes).arrayBuffer());
  const end = bytes.lastIndexOf(lineFeed) + 1;
  // In UTF-16 with the low byte first, a zero byte belongs to the line feed.
  const isLowFirst = bytes[0] === 0xff && bytes[1] === 0xfe;
  return file.slice(0, end === 0 ? lookedAtBytes : end + (isLowFirst ? 1 : 0));
}
