import type { Db } from '#core/context.ts';
import { suppressedAmong } from '#domains/suppression/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { importNames } from '../import/imports.ts';
import type { StoredProfile } from '../shapes.ts';
import { readWithStatements } from './rewrite-profiles.ts';
import { byOperator } from './statements.ts';

/** One profile with each import's statement. Null when the directory doesn't have it. */
export async function storedProfile(db: Db, hash: string): Promise<StoredProfile | null> {
  const [found] = await readWithStatements(db, [hash]);
  if (!found) return null;
  const { network, handle, url, contacts, statements, createdAt, updatedAt } = found;
  const names = await importNames(
    db,
    statements.map(({ importId }) => importId),
  );
  return {
    profile: { network, handle, url },
    suppressed: (await suppressedAmong(db, found.suppressionKeys)).size > 0,
    ...valuesOf(contacts),
    statements: statements.map(({ importId, contacts: said }) => ({
      import_id: importId === byOperator ? null : importId,
      file_name: names.get(importId) ?? null,
      ...valuesOf(said),
    })),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

const valuesOf = ({ person, emails, phones, links }: ContactSet) => ({ person, emails, phones, links });
