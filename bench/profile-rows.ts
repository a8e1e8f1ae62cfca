/** The contacts of fictional people, as an import stores them. */
import { hash } from 'node:crypto';
import { documentOf } from '#domains/directory/profiles/document.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';

/** With the times, which are the clock's otherwise: COPY then writes a page at once, and marks it as visible to all. */
export const profileColumns =
  'profile_hash, network, handle, url, contacts, suppression_keys, holds, name_words, created_at, updated_at';

const seenAt = '2026-01-15T09:00:00.000Z';
const sources: ContactSet['links'][number]['sources'] = [
  { source: 'bench', kind: 'operator_directory', url: null, seen_at: seenAt },
];
const provenance = { confidence: null, first_seen: seenAt, last_seen: seenAt, sources };

function contactsOf(n: number): ContactSet {
  const handle = `bench-${n}`;
  return {
    person: {
      full_name: `Bench Person ${n}`,
      headline: 'Engineer',
      company: 'Example Works',
      location: 'Pune',
    },
    emails: [
      {
        address: `bench${n}@example.com`,
        type: 'work',
        status: 'unknown',
        verified_at: null,
        ...provenance,
      },
    ],
    phones: [
      {
        number: `+12025550${String(n % 200).padStart(3, '0')}`,
        country: 'US',
        extension: null,
        type: 'mobile',
        ...provenance,
      },
    ],
    links: [{ network: 'github', handle, url: `https://github.com/${handle}`, sources }],
  };
}

export const linkOf = (handle: string): string => `https://www.linkedin.com/in/${handle}`;

/** The n-th profile of the directory. */
export const benchLink = (n: number): string => linkOf(`bench-${n}`);

/** A line of COPY. Nothing in it needs a backslash. */
function lineOf(n: number): string {
  const handle = `bench-${n}`;
  const url = linkOf(handle);
  const { contactsJson, holds, nameWords } = documentOf(contactsOf(n), handle);
  const keys = ['e', 'p', 'u'].map((kind) => hash('md5', kind + n));
  return `${profileHashOf(url)}\tlinkedin\t${handle}\t${url}\t${contactsJson}\t{${keys}}\t${holds}\t{${nameWords}}\t${seenAt}\t${seenAt}\n`;
}

const linesAtOnce = 250;

/** The profiles of `benchLink`, each with an email, a phone and a link, for COPY. */
export function* profileLines(profiles: number): Generator<string> {
  for (let first = 0; first < profiles; first += linesAtOnce) {
    const count = Math.min(linesAtOnce, profiles - first);
    yield Array.from({ length: count }, (_, at) => lineOf(first + at)).join('');
  }
}
