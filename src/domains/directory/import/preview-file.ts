import type { Readable } from 'node:stream';
import type { Db } from '#core/context.ts';
import { suppressedAmong } from '#domains/suppression/index.ts';
import type { HeaderMap } from '../file/header.ts';
import { readRows } from '../file/read-rows.ts';
import type { ReadingOptions } from '../file/row-reader.ts';
import { uploadedFile } from '../file/uploaded-file.ts';
import { readProfiles } from '../profiles/stored-profiles.ts';
import { type JudgedBatch, judgeBatch } from '../rows/judge-batch.ts';
import { addGroups, largestFirst, type RejectGroups } from '../rows/reject-groups.ts';
import { hasContacts } from '../rows/row.ts';
import type { Origin } from '../rows/row-texts.ts';
import { type ImportReport, previewRows } from '../shapes.ts';
import { rejectReport } from './imports.ts';

export interface FileToPreview extends Pick<ReadingOptions, 'format' | 'encoding'> {
  db: Db;
  pepper: string;
  map: HeaderMap;
  origin: Origin;
  body: Readable;
  bytesMax: number;
  rejectsLimit: number;
  stopping: AbortSignal;
}

/** The outcome that an import of the file would have. Throws `FileRefused` when the import would be refused. */
export async function previewFile(file: FileToPreview): Promise<Preview> {
  const { format, encoding, map, origin, pepper } = file;
  const { codeHosts } = origin;
  const upload = uploadedFile(file.body, file.bytesMax, file.stopping);
  const seen = new Set<string>();
  const groups: RejectGroups = new Map();
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
    reject_groups: [],
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
    const room = file.rejectsLimit - found.rejects.length;
    found.rejects.push(...judged.rejects.slice(0, room).map(rejectReport));
    addGroups(groups, judged.rejectGroups);
  }
  found.reject_groups = largestFirst(groups.values());
  found.duration_ms = Math.round(performance.now() - beganMs);
  return found;
}

type Counts =
  | 'lines'
  | 'accepted'
  | 'merged'
  | 'suppressed'
  | 'rejected'
  | 'rejected_values'
  | 'without_contact';
/** The expected result of an import. */
export type Preview = Pick<
  ImportReport,
  Counts | 'format' | 'warnings' | 'rejects' | 'reject_groups' | 'mapping' | 'preview' | 'duration_ms'
>;

/** Beyond this many profiles, repeats in a file count as new. */
const rememberedMax = 1_000_000;

/** Adds these profiles to the counts in `found`. `seen` holds the file's profiles so far. */
export async function countProfiles(
  db: Db,
  { profiles }: JudgedBatch,
  seen: Set<string>,
  found: Preview,
): Promise<void> {
  const rows = [...profiles.values()];
  const stored = await readProfiles(
    db,
    rows.map(({ hash }) => hash),
    '',
  );
  const suppressed = await suppressedAmong(
    db,
    rows.flatMap(({ hash, suppressionKeys }) => [
      ...suppressionKeys,
      ...(stored.get(hash)?.suppressionKeys ?? []),
    ]),
  );
  for (const { hash, profile, contacts, suppressionKeys, rows: count } of rows) {
    const known = stored.get(hash);
    const isKnown = known !== undefined || seen.has(hash);
    if ([...suppressionKeys, ...(known?.suppressionKeys ?? [])].some((key) => suppressed.has(key))) {
      found.suppressed += count;
    } else if (!isKnown && !hasContacts(contacts)) {
      found.without_contact += count;
    } else {
      found.accepted += count;
      found.merged += isKnown ? count : count - 1;
      if (seen.size < rememberedMax) seen.add(hash);
      const { network, handle, url } = profile;
      const { person, emails, phones, links } = contacts;
      if (found.preview.length < previewRows)
        found.preview.push({ profile: { network, handle, url }, person, emails, phones, links });
    }
  }
}
