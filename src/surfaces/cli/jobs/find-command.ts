import type { Answer } from '#client';
import { asJson, command } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { keyClientFor, keyOption } from '../connection/key-client.ts';
import { show } from '../terminal.ts';
import { counted, table } from '../words.ts';

type Found = Answer<'POST /api/v1/find'>;
type Source = Found['links'][number]['sources'][number];

export const findCommand = command({
  name: 'find',
  operands: 'URL',
  summary: 'look up the contacts of one profile',
  about: ['Costs 1 credit if an email address or a phone number is found. Exits with 2 if nothing is found.'],
  options: {
    name: { value: 'NAME', help: "the person's name; a clear mismatch finds nothing" },
    'key-file': keyOption,
    json: asJson,
  },
  examples: ['find github.com/asha-example', 'find https://www.linkedin.com/in/asha-example --json'],

  async run([link = ''], options) {
    const client = await keyClientFor(options);
    const body = { profile_url: link, ...(options.name ? { name: options.name } : {}) };
    const found = await client.call('POST /api/v1/find', { body });
    show(found, options.json, foundText);
    return found.status === 'completed' ? exitCodes.done : exitCodes.rejects;
  },
});

function foundText(found: Found): string {
  const { person, emails, phones, links, credits, warnings } = found;
  const values = [
    ...emails.map(({ address, type, status, sources }) => [address, `${type}, ${status}`, seenAt(sources)]),
    ...phones.map(({ number, type, sources }) => [number, type.replaceAll('_', ' '), seenAt(sources)]),
    ...links.map(({ url, sources }) => [url, 'link', seenAt(sources)]),
  ];
  const about = [person.headline, person.company, person.location].filter(Boolean).join(', ');
  const nothing =
    found.status === 'pending'
      ? `Sources are still being asked. The answer will be at GET /api/v1/find/${found.id}.`
      : 'Nothing was found.';
  return [
    `  ${[person.full_name, found.profile.url].filter(Boolean).join('   ')}`,
    ...(about ? [`  ${about}`] : []),
    '',
    ...(values.length > 0 ? table(values).map((line) => `  ${line}`) : [`  ${nothing}`]),
    ...warnings.map(({ detail }) => `  ${detail}`),
    '',
    `  ${counted(credits.charged, 'credit')} spent, ${counted(credits.remaining, 'credit')} left\n`,
  ].join('\n');
}

const seenAt = (sources: readonly Source[]): string =>
  `from ${[...new Set(sources.map(({ source }) => source))].join(', ')}`;
