import type { FindAnswer } from '#client';
import { csvText } from '#core/answers/csv-text.ts';

interface Value {
  kind: 'email' | 'phone' | 'link' | 'company_email';
  value: string;
  type: string;
  status: string;
  verified_at: string;
  last_seen: string;
  sources: string;
}

/** Everything that was found, one value each, in the order of the page. */
export const valuesOf = ({ emails, phones, links, company_email }: FindAnswer): Value[] => [
  ...emails.map((email) => emailValue('email', email)),
  ...phones.map(({ number, type, last_seen, sources }) => ({
    kind: 'phone' as const,
    value: number,
    type,
    status: '',
    verified_at: '',
    last_seen,
    sources: sourcesOf(sources),
  })),
  ...links.map(({ url, network, sources }) => ({
    kind: 'link' as const,
    value: url,
    type: network,
    status: '',
    verified_at: '',
    last_seen: sources[0]?.seen_at ?? '',
    sources: sourcesOf(sources),
  })),
  ...(company_email ? [emailValue('company_email', company_email)] : []),
];

const emailValue = (
  kind: 'email' | 'company_email',
  { address, type, status, verified_at, last_seen, sources }: FindAnswer['emails'][number],
): Value => ({
  kind,
  value: address,
  type,
  status,
  verified_at: verified_at ?? '',
  last_seen,
  sources: sourcesOf(sources),
});

const sourcesOf = (sources: readonly { source: string }[]): string =>
  [...new Set(sources.map(({ source }) => source))].join(' ');

/** One value per line. */
export const textOf = (answer: FindAnswer): string =>
  valuesOf(answer)
    .map(({ value }) => value)
    .join('\n');

const columns = ['kind', 'value', 'type', 'status', 'verified_at', 'last_seen', 'sources'] as const;

export const csvOf = (answer: FindAnswer): string =>
  csvText([columns, ...valuesOf(answer).map((value) => columns.map((column) => value[column]))]);

/** vCard 3.0 (RFC 2426), which phones and mail programs read. */
export function vCardOf({ person, profile, emails, phones, links }: FindAnswer): string {
  const name = person.full_name ?? profile.handle;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(name)}`,
    `N:${partsOf(name).map(escaped).join(';')};;;`,
    person.company && `ORG:${escaped(person.company)}`,
    person.headline && `TITLE:${escaped(person.headline)}`,
    person.location && `ADR:;;;${escaped(person.location)};;;`,
    ...emails.map(({ address }) => `EMAIL:${escaped(address)}`),
    ...phones.map(({ number }) => `TEL:${escaped(number)}`),
    `URL:${escaped(profile.url)}`,
    ...links.map(({ url }) => `URL:${escaped(url)}`),
    'END:VCARD',
  ];
  return lines
    .filter(Boolean)
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Family and given name. The last word is taken as the family name, as address books do. */
function partsOf(name: string): [family: string, given: string] {
  const words = name.trim().split(/\s+/);
  return words.length === 1 ? ['', name] : [words.at(-1)!, words.slice(0, -1).join(' ')];
}

const escaped = (text: string): string =>
  text.replace(/[\\,;]/g, (character) => `\\${character}`).replace(/\r?\n|\r/g, '\\n');
