import { dayText, minuteText, table } from '../words.ts';

interface Seen {
  sources: { source: string; seen_at: string }[];
}

interface Values {
  person: Record<'full_name' | 'headline' | 'company' | 'location', string | null>;
  emails: (Seen & { address: string; type: string })[];
  phones: (Seen & { number: string; extension?: string | null })[];
  links: (Seen & { url: string })[];
}

interface StoredProfile extends Values {
  profile: { url: string };
  suppressed: boolean;
  statements: (Values & { import_id: string | null; file_name: string | null })[];
  created_at: string;
  updated_at: string;
}

/** A stored profile as text: its values, and where each came from. */
export function storedProfileText(found: StoredProfile): string {
  const { person, statements } = found;
  const said = [person.full_name, person.headline, person.company, person.location];
  const lines = [
    found.profile.url,
    ...said.filter((text) => text !== null).map((text) => `  ${text}`),
    ...(found.suppressed ? ['  Suppressed: customers get nothing about this person.'] : []),
    '',
    ...table(valuesOf(found).map(({ kind, text, seen }) => [kind, text, seenText(seen)])),
    '',
    'Origin',
    ...statements.flatMap(({ import_id, file_name, ...values }) => [
      `  ${import_id === null ? 'an operator, by hand' : `${file_name || 'an unnamed file'} (${import_id})`}`,
      ...valuesOf(values).map(({ text }) => `    ${text}`),
    ]),
    '',
    `Stored ${minuteText(found.created_at)}, changed ${minuteText(found.updated_at)}`,
  ];
  return lines.map((line) => `  ${line}`.trimEnd().concat('\n')).join('');
}

function valuesOf({ emails, phones, links }: Values): { kind: string; text: string; seen: Seen }[] {
  return [
    ...emails.map((seen) => ({ kind: 'email', text: `${seen.address} (${seen.type})`, seen })),
    ...phones.map((seen) => ({
      kind: 'phone',
      text: seen.extension ? `${seen.number} ext. ${seen.extension}` : seen.number,
      seen,
    })),
    ...links.map((seen) => ({ kind: 'link', text: seen.url, seen })),
  ];
}

/** A link has no `last_seen`, but every value has sources. */
function seenText({ sources }: Seen): string {
  const names = new Set(sources.map(({ source }) => source));
  const [latest] = sources.map(({ seen_at }) => Date.parse(seen_at)).sort((one, other) => other - one);
  return [...names, ...(latest === undefined ? [] : [dayText(new Date(latest).toISOString())])].join(', ');
}
