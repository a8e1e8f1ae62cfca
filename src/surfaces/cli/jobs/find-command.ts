import type { Command } from '../command.ts';
import { asJson } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { problemText } from '../connection/api-client.ts';
import { keyClientFor, keyOption } from '../connection/key-client.ts';
import { print } from '../print.ts';
import { counted, table } from '../words.ts';

interface Found {
  id: string;
  status: string;
  profile: { url: string };
  person: Record<'full_name' | 'headline' | 'company' | 'location', string | null>;
  emails: { address: string; type: string; status: string; sources: Source[] }[];
  phones: { number: string; type: string; sources: Source[] }[];
  links: { url: string; sources: Source[] }[];
  credits: { charged: number; remaining: number };
  warnings: { detail: string }[];
}
type Source = { source: string };

export const findCommand: Command = {
  name: 'find',
  operands: 'URL',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'look up the contacts of one profile',
  about: [
    'Costs 1 credit if an e-mail address or a phone number is found. Exits with 2 if nothing is found.',
  ],
  options: [
    { name: 'name', value: 'NAME', help: "the person's name; a clear mismatch finds nobody" },
    keyOption,
    asJson,
  ],
  examples: ['find github.com/asha-example', 'find https://www.linkedin.com/in/asha-example --json'],

  async run([link = ''], options) {
    const client = await keyClientFor(options);
    const body = JSON.stringify({ profile_url: link, ...(options.name ? { name: options.name } : {}) });
    const answer = await client.post<Found>('/api/v1/find', { body, contentType: 'application/json' });
    if (answer.status >= 300) throw new CommandFailed(problemText(answer.body, answer.status));
    print(options.json ? `${JSON.stringify(answer.body, null, 2)}\n` : `\n${foundText(answer.body)}\n`);
    return answer.body.status === 'completed' ? exitCodes.done : exitCodes.rejects;
  },
};

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
