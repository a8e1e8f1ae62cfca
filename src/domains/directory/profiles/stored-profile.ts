import type { Context, Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { suppressedAmong } from '#domains/suppression/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { type ProfileLink, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { importNames } from '../import/imports.ts';
import type { StoredProfile } from '../shapes.ts';
import { readWithStatements } from './rewrite-profiles.ts';
import { byOperator } from './statements.ts';

/** One profile with each import's statement. Null when the directory doesn't have it. */
export async function storedProfile(db: Db, hash: string): Promise<StoredProfile | null> {
  const [found] = await readWithStatements(db, [hash]);
  if (!found) return null;
  const { network, handle, url, contacts, statements, created_at, updated_at } = found;
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
    created_at,
    updated_at,
  };
}

const valuesOf = ({ person, emails, phones, links }: ContactSet) => ({ person, emails, phones, links });

/** Parses a link to a profile. Fails with 422 when it isn't one. */
export function profileNamed(ctx: Context, link: string): ProfileLink {
  const parsed = parseProfileLink(link, ctx.ports.use(CodeHosts));
  return parsed.ok ? parsed.profile : failField(['profile_url'], reasonSentence(parsed.reason));
}
