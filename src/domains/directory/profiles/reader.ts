import type { Db } from '#core/context.ts';
import type { ContactSet } from '#domains/contacts/index.ts';
import { suppressedAmong } from '#domains/suppression/index.ts';
import { readProfiles } from './stored-profiles.ts';

/** What the directory may tell of these profiles, by hash; a suppressed person is absent, as one it doesn't have. */
export async function findProfiles(db: Db, hashes: readonly string[]): Promise<Map<string, ContactSet>> {
  const stored = await readProfiles(db, hashes);
  const suppressed = await suppressedAmong(
    db,
    [...stored.values()].flatMap(({ suppressionKeys }) => suppressionKeys),
  );
  return new Map(
    [...stored]
      .filter(([, { suppressionKeys }]) => !suppressionKeys.some((key) => suppressed.has(key)))
      .map(([hash, { contacts }]) => [hash, contacts]),
  );
}
