// Writes a CSV of fictional contacts to standard output: `node scripts/make-example-contacts.ts [rows] [seed]`.
// The same arguments always give the same bytes. docs/examples/contacts.csv is the output without arguments.
import { once } from 'node:events';
import { csvRecord } from '#core/answers/csv-text.ts';
import { firstNames, lastNames, numbering, trades } from './example-names.ts';

const rows = Number(process.argv[2] ?? 400);
const seed = Number(process.argv[3] ?? 20260101);

/** Mulberry32: small, and deterministic on every machine. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(seed);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
const chance = (share: number) => random() < share;

interface Person {
  name: string;
  handle: string;
  mailbox: string;
  site: Site;
  company: string;
  domain: string;
  place: string;
}

/** Every handle contains `example`, so that none is a real account. */
const sites = {
  linkedin: (handle: string) => [
    `https://www.linkedin.com/in/${handle}`,
    `https://www.linkedin.com/in/${handle}/`,
    `linkedin.com/in/${handle}`,
    `https://in.linkedin.com/in/${handle}?trk=public_profile`,
  ],
  github: (handle: string) => [
    `https://github.com/${handle}`,
    `github.com/${handle}`,
    `http://www.github.com/${handle}/`,
    `https://github.com/${handle}?tab=repositories`,
  ],
  gitlab: (handle: string) => [`https://gitlab.com/${handle}`, `gitlab.com/${handle}`],
  bitbucket: (handle: string) => [`https://bitbucket.org/${handle}/`],
  codeberg: (handle: string) => [`https://codeberg.org/${handle}`],
  sourcehut: (handle: string) => [`https://sr.ht/~${handle}`, `https://git.sr.ht/~${handle}`],
};
type Site = keyof typeof sites;

const siteShares: readonly Site[] = [
  ...Array<Site>(5).fill('linkedin'),
  ...Array<Site>(4).fill('github'),
  'gitlab',
  'bitbucket',
  'codeberg',
  'sourcehut',
];
const companies = [
  'Northwind Examples',
  'Example Rail, Ltd.',
  'Lumen & Söhne',
  'Paper Kite',
  'Tidewater "Tools"',
  '',
];
const sources = ['conference list 2026', 'customer register', 'partner sheet', ''];

function newPerson(number: number): Person {
  const [name, latin] = oneOf(firstNames);
  const [lastName, latinLast] = oneOf(lastNames);
  const domain = `${oneOf(['mail', 'team', 'hello', 'desk'])}${number % 97}.example`;
  return {
    name: `${name} ${lastName}`,
    handle: `${latin}-example-${number}`,
    mailbox: `${latin}.${latinLast}.${number}`,
    site: oneOf(siteShares),
    company: oneOf(companies),
    domain: chance(0.5) ? oneOf(['example.com', 'example.org', 'example.net']) : domain,
    place: oneOf(numbering).place,
  };
}

const date = () => `2026-0${1 + below(6)}-${String(1 + below(28)).padStart(2, '0')}`;

function rowOf(person: Person, number: number): string {
  const { mailbox } = person;
  const work = `${mailbox}@${person.domain}`;
  const isPersonal = chance(0.2);
  const email = chance(0.9) ? (isPersonal ? `${mailbox}+me@example.net` : work) : '';
  const further = chance(0.04) ? `; ${mailbox.split('.')[0]}.${number}@example.org` : '';
  const plan = oneOf(numbering);
  const phone = chance(0.6) ? plan.number(below) : '';
  const other = chance(0.3) ? `https://${oneOf(['blog', 'notes', 'www'])}.${person.handle}.example/` : '';
  const cells = [
    oneOf(sites[person.site](person.handle)),
    person.name,
    `${email}${email && further}`,
    email ? (isPersonal ? 'personal' : 'work') : '',
    phone,
    phone && !phone.startsWith('+') ? plan.country : '',
    other,
    oneOf(trades),
    person.company,
    person.place,
    oneOf(sources),
    '',
    date(),
  ];
  return csvRecord(cells, ',');
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const lately: Person[] = [];
await write(
  'profile_url,full_name,email,email_type,phone,country,link,headline,company,location,source,source_url,seen_at\n',
);
// The person in README.md.
let text =
  'https://www.linkedin.com/in/asha-example,Asha Example,asha@works.example,work,,,,Engineer,Example Works,"Pune, India",,,2026-01-15T09:00:00Z\n';
for (let number = 2; number <= rows; number += 1) {
  // About one row in fourteen repeats a person from an earlier row.
  const person = lately.length > 0 && chance(0.07) ? oneOf(lately) : newPerson(number);
  lately[(number - 2) % 500] = person;
  text += `${rowOf(person, number)}\n`;
  if (text.length > 65536) {
    await write(text);
    text = '';
  }
}
await write(text);
