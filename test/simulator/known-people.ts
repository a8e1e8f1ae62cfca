import type { Db } from '#core/context.ts';
import { writeProfiles } from '#domains/directory/profiles/stored-profiles.ts';
import { suppressionKeysOf } from '#domains/suppression/index.ts';
import { parseProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import { testSecrets } from '../support/service.ts';

/** A person with an email, whom the directory knows. */
export async function writeProfile(db: Db, url: string, number: number): Promise<void> {
  const link = parseProfileLink(url);
  if (!link.ok) throw new Error(`${url} is not a profile`);
  const sighting = { source: 'directory', kind: 'directory', url: null, seen_at: null } as const;
  const email = { address: `person${number}@works.example`, type: 'work', sources: [sighting] };
  const contacts = {
    person: { full_name: `Person ${number}`, headline: null, company: null, location: null },
    ...{ emails: [email], phones: [], links: [] },
  };
  const hash = profileHashOf(link.profile.url);
  const suppressionKeys = suppressionKeysOf(
    testSecrets.suppression_pepper,
    link.profile.url,
    contacts as never,
  );
  const profile = { hash, profile: link.profile, contacts: contacts as never, suppressionKeys };
  await writeProfiles(db, [{ ...profile, importId: null, versionRead: null }]);
}
