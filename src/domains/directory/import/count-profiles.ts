import type { Db } from '#core/context.ts';
import { suppressedAmong } from '#domains/suppression/index.ts';
import { readProfiles } from '../profiles/stored-profiles.ts';
import type { JudgedBatch } from '../rows/judge-batch.ts';
import { hasContacts } from '../rows/row.ts';
import { type ImportReport, previewRows } from '../shapes.ts';

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
  Counts | 'format' | 'warnings' | 'rejects' | 'mapping' | 'preview' | 'duration_ms'
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
