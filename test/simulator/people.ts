import type { Db } from '#core/context.ts';
import { writeProfiles } from '#domains/directory/profiles/stored-profiles.ts';
import { suppressionKeysOf } from '#domains/suppression/index.ts';
import { parseProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import { testSecrets } from '../support/service.ts';

/** The setting `free_repeat_days`. */
export const freeRepeatDays = 7;

export interface Directory {
  people: number;
  linkOf(number: number): string;
  /** Whether a person is found: by the directory, by the vendor unless it has trouble, or by none. */
  knows(link: string): Known;
  /** What the vendor knows: emails by its form of the link. */
  vendor: ReadonlyMap<string, string>;
}

type Known = 'always' | 'perhaps' | 'never';
const isOfVendor = (number: number) => number % 20 === 19;

function knownOf(number: number): Known {
  if (isOfVendor(number)) return number % 40 === 19 ? 'perhaps' : 'never';
  return number % 8 < 5 ? 'always' : 'never';
}

/** One of twenty people can only be known by the vendor. The directory knows five of eight of the others. */
export function openDirectory(people: number): Directory {
  const linkOf = (number: number) =>
    isOfVendor(number)
      ? `https://www.linkedin.com/in/person-${number}-example`
      : `https://bitbucket.org/person-${number}-example`;
  const numbers = Array.from({ length: people }, (_, number) => number);
  const known = new Map(numbers.map((number) => [linkOf(number), knownOf(number)]));
  const vendor = numbers
    .filter((number) => known.get(linkOf(number)) === 'perhaps')
    .map((number) => [linkOf(number).replace('https://', ''), emailOf(number)] as const);
  return { people, linkOf, knows: (link) => known.get(link)!, vendor: new Map(vendor) };
}

const emailOf = (number: number) => `person${number}@works.example.com`;

/** Writes those whom the directory knows. */
export async function fill(db: Db, { people, linkOf, knows }: Directory): Promise<void> {
  const sighting = { source: 'directory', kind: 'directory', url: null, seen_at: null } as const;
  const profiles = Array.from({ length: people }, (_, number) => number)
    .filter((number) => knows(linkOf(number)) === 'always')
    .map((number) => {
      const link = parseProfileLink(linkOf(number));
      if (!link.ok) throw new Error(`${linkOf(number)} is not a profile`);
      const person = { full_name: `Person ${number}`, headline: null, company: null, location: null };
      const emails = [{ address: emailOf(number), type: 'work', sources: [sighting] }];
      const contacts = { person, emails, phones: [], links: [] } as never;
      const { profile } = link;
      return {
        ...{ hash: profileHashOf(profile.url), profile, contacts, importId: null, versionRead: null },
        suppressionKeys: suppressionKeysOf(testSecrets.suppression_pepper, profile.url, contacts),
      };
    });
  await writeProfiles(db, testSecrets.suppression_pepper, profiles);
}
