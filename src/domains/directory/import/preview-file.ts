import type { Readable } from 'node:stream';
import type { Db } from '#core/context.ts';
import type { HeaderMap } from '../file/header-map.ts';
import { readRows } from '../file/read-rows.ts';
import type { ReadingOptions } from '../file/row-reader.ts';
import { uploadedFile } from '../file/uploaded-file.ts';
import { judgeBatch } from '../rows/judge-batch.ts';
import type { Origin } from '../rows/row-texts.ts';
import { rejectsShown } from '../shapes.ts';
import { countProfiles, type Preview } from './count-profiles.ts';
import { rejectReport } from './import-report.ts';

export interface FileToPreview extends Pick<ReadingOptions, 'format' | 'encoding'> {
  db: Db;
  pepper: string;
  map: HeaderMap;
  origin: Origin;
  body: Readable;
  bytesMax: number;
  stopping: AbortSignal;
}

/** What an import of the file would do. Throws `FileRefused` when the import would be refused. */
export async function previewFile(file: FileToPreview): Promise<Preview> {
  const { format, encoding, map, origin, pepper } = file;
  const { codeHosts } = origin;
  const upload = uploadedFile(file.body, file.bytesMax, file.stopping);
  const seen = new Set<string>();
  const beganMs = performance.now();
  const found: Preview = {
    format: null,
    lines: 0,
    accepted: 0,
    merged: 0,
    suppressed: 0,
    rejected: 0,
    rejected_values: 0,
    without_contact: 0,
    duration_ms: 0,
    warnings: [],
    rejects: [],
    mapping: [],
    preview: [],
  };
  for await (const batch of readRows(upload.read(), { format, encoding, map, codeHosts })) {
    const judged = await judgeBatch(batch, origin, pepper);
    await countProfiles(file.db, judged, seen, found);
    found.format = batch.format;
    found.lines = batch.throughLine;
    found.warnings = batch.warnings;
    found.mapping = batch.mapping;
    found.rejected += judged.rejectedRows;
    found.rejected_values += judged.rejectedValues;
    found.rejects.push(...judged.rejects.slice(0, rejectsShown - found.rejects.length).map(rejectReport));
  }
  found.duration_ms = Math.round(performance.now() - beganMs);
  return found;
}
