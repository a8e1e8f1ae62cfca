import { parseProfileLink } from '#core/profile-link/index.ts';
import {
  asciiHostName,
  judgeSourceEmail,
  normaliseLink,
  normalisePhone,
  seenPerson,
} from '#domains/contacts/index.ts';
import { csvReader } from '#domains/directory/csv-rows.ts';
import { lineBytesMax } from '#domains/directory/file-lines.ts';
import { FileRefused } from '#domains/directory/file-refused.ts';
import { judgeBatch } from '#domains/directory/judge-batch.ts';
import { ndjsonReader } from '#domains/directory/ndjson-rows.ts';
import { type FileFormat, type RowReader, readRows } from '#domains/directory/read-rows.ts';
import { judgeRow } from '#domains/directory/row.ts';
import { originOfFile } from '#domains/directory/row-texts.ts';
import { readSubject, subjectTypes } from '#domains/identity/locks/subjects.ts';
import { addressOf } from '#domains/ip-addresses/index.ts';
import { readAllowedIps } from '#domains/keys/allowed-ips.ts';
import { readKey } from '#domains/keys/key-text.ts';
import { namesClash } from '#domains/lookup/rules.ts';
import { namedValues } from '#domains/suppression/named-values.ts';
import { usageWindow } from '#domains/usage/rules.ts';
import { factsOf } from '#platform/contact-sources/page-facts.ts';
import { readSite } from '#platform/contact-sources/read-site.ts';
import { scanPage } from '#platform/html/scan-page.ts';
import { decodeText } from '#platform/outgoing/charset.ts';
import { judgeUrl } from '#platform/outgoing/judge-url.ts';
import { fetchLimits } from '#platform/outgoing/limits.ts';
import { forbidsIndexing } from '#platform/outgoing/noindex.ts';
import { rateLimitReset, retryAfter } from '#platform/outgoing/retry-after.ts';
import { readRobots } from '#platform/outgoing/robots-rules.ts';
import { plainForwardedFor } from '#surfaces/http/caller-address.ts';
import { profileOf, requestFor } from '../support/contact-sources.ts';

export interface Parser {
  name: string;
  /** The greatest text it is given, in UTF-16 units. */
  lengthMax: number;
  /** What leads it to its parts: the run of hostile text stands between the two. Bare unless told. */
  around?: readonly (readonly [before: string, after: string])[];
  read(text: string): unknown;
}

/** Node's limit for all headers of a request, and undici's for an answer's. */
const headersLength = 16 * 1024;
const pageLength = fetchLimits.bodyBytesMax;
const robotsLength = 500 * 1024;
/** A value from a vendor, a page or a cell, before anything has looked at it. */
const cellLength = lineBytesMax;

const now = new Date('2026-11-01T00:00:00Z');
const site = 'https://jane.example.com/';
const asked = { source: 'website', request: requestFor(profileOf('github.com/jane')), at: now } as const;
const origin = originOfFile('people.csv', now);

function readWholePage(html: string): void {
  const parts = scanPage(html);
  forbidsIndexing({}, parts.metas, 'Contactry');
  readSite({ site, pages: [{ url: site, facts: factsOf(parts, site) }], complete: true }, asked);
}

const filled = (part: string, length: number) =>
  part.repeat(Math.max(1, Math.floor(length / Math.max(1, part.length))));
const bare = [['', '']] as const;
const links = [
  ...bare,
  ['https://', ''],
  ['https://github.com/', ''],
  ['https://www.linkedin.com/in/', ''],
] as const;
const moreLinks = [
  ...links,
  ['https://x.example/@', ''],
  ['https://x.example/?', ''],
  ['https://bsky.app/profile/', ''],
  ['https://www.linkedin.com/authwall?sessionRedirect=', ''],
] as const;
const addresses = [...bare, ['a@', ''], ['', '@a.example'], ['a@a.', '.example']] as const;
const numbers = [
  ...bare,
  ['+', ''],
  ['+1', ''],
  ['tel:', ''],
  ['+12025550143;ext=', ''],
  ['tel:1;phone-context=', ''],
] as const;

const pages: Parser[] = [
  {
    name: 'a web page',
    lengthMax: pageLength,
    around: [
      ...bare,
      ['<a ', ''],
      ['<a href="', '">'],
      ['<title>', ''],
      ['<!--', ''],
      ['<script type="application/ld+json">', '</script>'],
    ],
    read: readWholePage,
  },
  {
    name: 'the links of a web page',
    lengthMax: 2000,
    around: [
      ['<a href="', '">'],
      ['<a href="https://', '">'],
      ['<a rel="me" href="https://github.com/', '">'],
      ['<a href="mailto:', '">'],
      ['<a href="tel:', '">'],
      ['<a href="x" rel="', '">'],
      ['<meta name="robots" content="', '">'],
    ],
    read: (tag) => readWholePage(filled(tag, pageLength)),
  },
  {
    name: 'the persons of a web page',
    lengthMax: 2000,
    read(text) {
      const person = {
        '@type': 'Person',
        name: text,
        email: text,
        telephone: text,
        url: text,
        address: text,
      };
      const persons = JSON.stringify([
        { ...person, sameAs: Array(20).fill(text) },
        { ...person, '@type': text },
      ]);
      readWholePage(filled(`<script type="application/ld+json">${persons}</script>`, pageLength));
    },
  },
  { name: 'the bytes of a page', lengthMax: pageLength, read: (text) => decodeText(Buffer.from(text), '') },
  {
    name: 'a robots.txt',
    lengthMax: robotsLength,
    around: [...bare, ['User-agent: *\nDisallow: ', ''], ['User-agent: *\nAllow: /', '$']],
    read: (text) => readRobots(new URL('/robots.txt', site), text, 'Contactry'),
  },
  {
    name: 'the rules of a robots.txt',
    lengthMax: 2000,
    around: [
      ['Disallow: /', ''],
      ['Allow: /*', '$'],
      ['Crawl-delay: ', ''],
    ],
    read(rule) {
      const rules = readRobots(
        new URL('/robots.txt', site),
        `User-agent: *\n${filled(`${rule}\n`, robotsLength)}`,
        'Contactry',
      );
      rules.allows(new URL(`${site}${'a'.repeat(2000)}`));
    },
  },
];

const headers: Parser[] = [
  {
    name: 'a Content-Type',
    lengthMax: headersLength,
    around: [...bare, ['text/html; charset', ''], ['text/html; charset=', ''], ['charset="', '']],
    read: (text) => decodeText(new Uint8Array(), text),
  },
  {
    name: 'a declared charset',
    lengthMax: 1024,
    around: [...bare, ['<?xml ', ''], ['<?xml encoding=', ''], ['<meta ', ''], ['<meta charset=', '']],
    read: (text) => decodeText(Buffer.from(text), ''),
  },
  {
    name: 'an X-Robots-Tag',
    lengthMax: headersLength,
    around: [...bare, ['contactry: ', ''], ['noindex', '']],
    read: (text) => forbidsIndexing({ 'x-robots-tag': text }, [], 'Contactry'),
  },
  {
    name: 'a Retry-After',
    lengthMax: headersLength,
    around: [...bare, ['Sun, ', ' GMT'], ['2026-', '']],
    read(text) {
      retryAfter({ 'retry-after': text }, now);
      rateLimitReset({ 'x-ratelimit-reset': text }, now);
    },
  },
  {
    name: 'a Location',
    lengthMax: headersLength,
    around: links,
    read: (text) => judgeUrl(URL.parse(text, site)?.href ?? text),
  },
  {
    name: 'an X-Forwarded-For',
    lengthMax: headersLength,
    around: [...bare, ['[', ']:1'], ['127.0.0.1, ', '']],
    read: (text) => addressOf(plainForwardedFor(text)),
  },
  { name: 'a key', lengthMax: headersLength, around: [...bare, ['cty_live_', '']], read: readKey },
];

const values: Parser[] = [
  {
    name: 'a profile link',
    lengthMax: cellLength,
    around: moreLinks,
    read: (text) => parseProfileLink(text),
  },
  {
    name: 'a profile link that is not too long',
    lengthMax: 2048,
    around: moreLinks,
    read: (text) => parseProfileLink(text),
  },
  { name: 'a link', lengthMax: cellLength, around: moreLinks, read: (text) => normaliseLink(text) },
  {
    name: 'a link that is not too long',
    lengthMax: 2000,
    around: moreLinks,
    read: (text) => normaliseLink(text),
  },
  { name: 'an e-mail address', lengthMax: cellLength, around: addresses, read: judgeSourceEmail },
  {
    name: 'an e-mail address that is not too long',
    lengthMax: 1000,
    around: addresses,
    read: judgeSourceEmail,
  },
  { name: 'a phone number', lengthMax: cellLength, around: numbers, read: (text) => normalisePhone(text) },
  {
    name: 'a phone number that is not too long',
    lengthMax: 250,
    around: numbers,
    read: (text) => normalisePhone(text, 'US'),
  },
  { name: 'a host name', lengthMax: cellLength, around: [...bare, ['', '.example']], read: asciiHostName },
  {
    name: 'the texts of a person',
    lengthMax: cellLength,
    read: (text) =>
      seenPerson({ full_name: text, headline: text, company: text, location: text }, now.toISOString()),
  },
  { name: 'two names', lengthMax: 200, read: (text) => namesClash(text, text.split('').reverse().join('')) },
  {
    name: 'allowed_ips',
    lengthMax: 5000,
    around: [...bare, ['::', ''], ['1.2.3.4/', '']],
    read: readAllowedIps,
  },
  {
    name: 'the subject of a lock',
    lengthMax: 1000,
    around: [...bare, ['a', ''], ['provider:', '']],
    read: (text) => subjectTypes.map((type) => readSubject(type, text)),
  },
  {
    name: 'a window of usage',
    lengthMax: 40,
    around: [...bare, ['2026-01-01', '']],
    read: (text) => usageWindow(text, text, now),
  },
];

/** A piece of a file, from its bytes to what is written. */
async function importPiece(format: FileFormat, text: string): Promise<void> {
  try {
    for await (const batch of readRows(pieceOf(text), { format })) await judgeBatch(batch, origin, 'pepper');
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
  }
}

async function* pieceOf(text: string) {
  yield Buffer.from(text);
}

/** One row, as it is judged. */
function judgeLine(reader: RowReader, lines: string[]) {
  const read = reader.push(lines.map((text, at) => ({ number: at + 1, text, fault: null })));
  for (const row of read) if (row.ok) judgeRow(row.row, origin);
}

/** What a socket or a file may hand over at once. */
const pieceLength = 2 * 64 * 1024;
const columns = 'profile_url,email,phone,link,full_name,seen_at,source_url';
const cell = (before: string) => [`github.com/jane,${before}`, ''] as const;

const files: Parser[] = [
  {
    name: 'the first line of a CSV file',
    lengthMax: pieceLength,
    around: [...bare, ['profile_url,', '\n']],
    read: (text) => importPiece('csv', text),
  },
  {
    name: 'the lines of a CSV file',
    lengthMax: pieceLength,
    around: [
      [`${columns}\n`, ''],
      [`${columns}\n"`, ''],
      [`sep=;\n`, ''],
    ],
    read: (text) => importPiece('csv', text),
  },
  {
    name: 'a line of a CSV file',
    lengthMax: cellLength,
    around: [
      cell(''),
      cell(','),
      cell(',,'),
      cell(',,,'),
      cell(',,,,'),
      cell(',,,,,'),
      cell('"'),
      cell(',tel:'),
      ['', ''],
    ],
    read: (text) => judgeLine(csvReader(0), [columns, text.replaceAll('\n', ' ')]),
  },
  {
    name: 'the lines of an NDJSON file',
    lengthMax: pieceLength,
    around: [...bare, ['{"', '":1}']],
    read: (text) => importPiece('ndjson', text),
  },
  {
    name: 'a line of an NDJSON file',
    lengthMax: cellLength / 6,
    read(text) {
      const profile_url = 'github.com/jane';
      for (const name of columns.split(','))
        judgeLine(ndjsonReader(0), [JSON.stringify({ profile_url, [name]: text })]);
      judgeLine(ndjsonReader(0), [JSON.stringify({ profile_url, [text]: text })]);
    },
  },
];

/** As many people as one request may name. */
const people: Parser = {
  name: 'people to suppress',
  lengthMax: 300,
  around: addresses,
  read(text) {
    const members = { profile_url: `https://github.com/${text}`, email: text, phone: text.slice(0, 50) };
    try {
      namedValues(
        { suppressionPepper: 'pepper', codeHosts: [] },
        Array.from({ length: 1000 }, (_, at) => ({ members, loc: ['body', 'people', at] })),
      );
    } catch (error) {
      if ((error as Error).name !== 'ValidationFailure') throw error;
    }
  },
};

export const parsers: readonly Parser[] = [...pages, ...headers, ...values, ...files, people];
