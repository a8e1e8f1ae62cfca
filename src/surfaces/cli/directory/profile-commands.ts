import type { Answer } from '#client';
import { asJson, command, type Given } from '../command.ts';
import { notUnderstood } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { print, show } from '../terminal.ts';
import { dayText, minuteText, table } from '../words.ts';

export const profileCommand = command({
  name: 'profile',
  operands: 'PROFILE_URL',
  summary: 'show a stored profile, and which import each value came from',
  about: ['Works for suppressed people too. It is free and leaves an audit entry.'],
  options: { json: asJson },
  examples: ['profile linkedin.com/in/asha-example'],

  async run([url = ''], options) {
    const client = await clientFor(options);
    const query = { profile_url: url };
    const found = await client.call('GET /api/v1/admin/directory/profile', { query });
    show(found, options.json, storedProfileText);
  },
});

const named = {
  email: { value: 'ADDRESS', help: 'the value to change; give one of these three' },
  phone: { value: 'NUMBER', help: 'with + and country code' },
  link: { value: 'URL', help: 'a page or another profile' },
};
const reason = { value: 'TEXT', help: 'for the audit log; required' };
const comesBack =
  'If a later import contains the old value, it comes back. Correct the file too, or suppress the value (docs/guide/privacy.md).';

export const changeValueCommand = command({
  name: 'change-value',
  operands: 'PROFILE_URL',
  summary: 'replace one email, phone or link of a profile',
  about: ['The new value has the source "operator".', comesBack],
  options: { ...named, to: { value: 'VALUE', help: 'the new value; required' }, reason },
  examples: [
    'change-value github.com/asha-example \\\n      --email tpyo@works.example --to typo@works.example --reason "a typo"',
  ],

  run([url = ''], options) {
    if (!options.to) throw notUnderstood('Set the new value with --to.');
    return changeProfile(url, options.to, options);
  },
});

export const removeValueCommand = command({
  name: 'remove-value',
  operands: 'PROFILE_URL',
  summary: 'remove one email, phone or link of a profile',
  about: ['A profile left without any value is deleted.', comesBack],
  options: { ...named, reason },
  examples: [
    'remove-value github.com/asha-example --phone "+44 7700 900123" \\\n      --reason "no longer theirs"',
  ],

  run: ([url = ''], options) => changeProfile(url, null, options),
});

async function changeProfile(
  url: string,
  replacement: string | null,
  { email, phone, link, reason: why, ...options }: Given<typeof named & { reason: typeof reason }>,
): Promise<undefined> {
  if ([email, phone, link].filter((value) => value !== undefined).length !== 1) {
    throw notUnderstood('Give exactly one of --email, --phone and --link.');
  }
  if (!why) throw notUnderstood('Give a reason with --reason. It goes into the audit log.');
  const client = await clientFor(options);
  const body = { profile_url: url, email, phone, link, replacement, reason: why };
  const found = await client.call('PATCH /api/v1/admin/directory/profile', { body });
  print(
    found !== null && 'profile' in found
      ? `\n${storedProfileText(found)}\n`
      : '\n  The value was removed. It was the last one, so the profile was deleted.\n\n',
  );
}

type StoredProfile = Answer<'GET /api/v1/admin/directory/profile'>;
type Values = StoredProfile | StoredProfile['statements'][number];

/** A stored profile as text: its values, and where each came from. */
function storedProfileText(found: StoredProfile): string {
  const { person, statements } = found;
  const said = [person.full_name, person.headline, person.company, person.location];
  const lines = [
    found.profile.url,
    ...said.filter((text) => text !== null).map((text) => `  ${text}`),
    ...(found.suppressed ? ['  Suppressed: customers get nothing about this person.'] : []),
    '',
    ...table(valuesOf(found).map(({ kind, text, sources }) => [kind, text, sourcesText(sources)])),
    '',
    'Origin',
    ...statements.flatMap((statement) => [
      `  ${statement.import_id === null ? 'an operator, by hand' : `${statement.file_name || 'an unnamed file'} (${statement.import_id})`}`,
      ...valuesOf(statement).map(({ text }) => `    ${text}`),
    ]),
    '',
    `Stored ${minuteText(found.created_at)}, changed ${minuteText(found.updated_at)}`,
  ];
  return lines.map((line) => `  ${line}`.trimEnd().concat('\n')).join('');
}

type Sources = readonly { source: string; seen_at: string }[];

function valuesOf({ emails, phones, links }: Values): { kind: string; text: string; sources: Sources }[] {
  return [
    ...emails.map(({ address, type, sources }) => ({ kind: 'email', text: `${address} (${type})`, sources })),
    ...phones.map(({ number, extension, sources }) => ({
      kind: 'phone',
      text: extension ? `${number} ext. ${extension}` : number,
      sources,
    })),
    ...links.map(({ url, sources }) => ({ kind: 'link', text: url, sources })),
  ];
}

/** A link has no `last_seen`, but every value has sources. */
function sourcesText(sources: Sources): string {
  const names = new Set(sources.map(({ source }) => source));
  const [latest] = sources.map(({ seen_at }) => Date.parse(seen_at)).sort((one, other) => other - one);
  return [...names, ...(latest === undefined ? [] : [dayText(new Date(latest).toISOString())])].join(', ');
}
