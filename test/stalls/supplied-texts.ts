import { csvText } from '#core/answers/csv-text.ts';
import { csvReader } from '#domains/directory/file/csv-rows.ts';
import { ndjsonReader } from '#domains/directory/file/ndjson-rows.ts';
import { readRows } from '#domains/directory/file/read-rows.ts';
import type { RowReader } from '#domains/directory/file/row-reader.ts';
import { cellLengthMax } from '#domains/directory/rows/cell-values.ts';
import { judgeBatch } from '#domains/directory/rows/judge-batch.ts';
import { judgeRow } from '#domains/directory/rows/row.ts';
import { originOf } from '#domains/directory/rows/row-texts.ts';
import { readSubject, subjectTypes } from '#domains/identity/locks/subjects.ts';
import { readProfileFile } from '#domains/jobs/files/read-profile-file.ts';
import { ownCells } from '#domains/jobs/files/write-results-file.ts';
import { readAllowedIps } from '#domains/keys/gate/allowed-ips.ts';
import { readKey } from '#domains/keys/keyring/key-text.ts';
import { namedValues } from '#domains/suppression/named-values.ts';
import { usageWindow } from '#domains/usage/rules.ts';
import { openWebhook } from '#platform/messaging/whatsapp/webhook.ts';
import { plainForwardedFor } from '#surfaces/http/request/caller-address.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { asciiHostName, judgeSourceEmail, normaliseLink, seenPerson } from '#values/contacts/index.ts';
import { readGstin, readPincode, readState } from '#values/gst/index.ts';
import { addressOf } from '#values/ip-addresses/index.ts';
import { namesClash } from '#values/person-name.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { parseProfileLink } from '#values/profile-link/index.ts';
import { bare, filled, headersLength, links, type Parser } from './parser.ts';

/** A value from a vendor, a page or a cell, before anything has looked at it. */
const cellLength = cellLengthMax;

const now = new Date('2026-11-01T00:00:00Z');
const origin = originOf(now);

const addresses = [...bare, ['a@', ''], ['', '@a.example'], ['a@a.', '.example']] as const;
const numbers = [
  ...bare,
  ['+', ''],
  ['+1', ''],
  ['tel:', ''],
  ['+12025550143;ext=', ''],
  ['tel:1;phone-context=', ''],
] as const;

const webhook = openWebhook({ appSecret: 'secret', verifyToken: 'token' });

const headers: Parser[] = [
  {
    name: 'a signature of WhatsApp',
    lengthMax: headersLength,
    around: [...bare, ['sha256=', '']],
    read: (text) => webhook.isSigned(Buffer.alloc(0), text),
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
    around: links,
    read: (text) => parseProfileLink(text),
  },
  {
    name: 'a profile link that is not too long',
    lengthMax: 2048,
    around: links,
    read: (text) => parseProfileLink(text),
  },
  { name: 'a link', lengthMax: cellLength, around: links, read: (text) => normaliseLink(text) },
  {
    name: 'a link that is not too long',
    lengthMax: 2000,
    around: links,
    read: (text) => normaliseLink(text),
  },
  { name: 'an email address', lengthMax: cellLength, around: addresses, read: judgeSourceEmail },
  {
    name: 'an email address that is not too long',
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
    name: 'a State, a GSTIN or a PIN code',
    lengthMax: cellLength,
    around: [...bare, ['29ABCDE1234F', ''], ['Andaman ', ' Islands']],
    read: (text) => [readState(text), readGstin(text), readPincode(text)],
  },
  {
    name: 'a window of usage',
    lengthMax: 40,
    around: [...bare, ['2026-01-01', '']],
    read: (text) => usageWindow(text, text, now),
  },
];

/** A piece of a file, from its bytes to what is written. */
async function importPiece(format: 'csv' | 'ndjson' | undefined, text: string): Promise<void> {
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
  try {
    const read = reader.push(lines.map((text, at) => ({ number: at + 1, text, fault: null })));
    for (const row of read) if (row.ok) judgeRow(row.row, origin);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
  }
}

/** The most that a socket or a file delivers at once. */
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
    read: (text) => judgeLine(csvReader({}), [columns, text.replaceAll('\n', ' ')]),
  },
  {
    name: 'the lines of an NDJSON file',
    lengthMax: pieceLength,
    around: [...bare, ['{"', '":1}']],
    read: (text) => importPiece('ndjson', text),
  },
  {
    name: 'the items of a JSON file',
    lengthMax: pieceLength,
    around: [
      ['[', ''],
      ['[{"', '":1}]'],
      ['{\n', ''],
    ],
    read: (text) => importPiece(undefined, text),
  },
  {
    name: 'the lines of a vCard file',
    lengthMax: pieceLength,
    around: ['', 'FN:', 'TEL;', 'EMAIL;TYPE="', 'N;ENCODING=QUOTED-PRINTABLE:=', 'URL:https\\:'].map(
      (line) => [`BEGIN:VCARD\n${line}`, '\nEND:VCARD\n'] as const,
    ),
    read: (text) => importPiece(undefined, text),
  },
  {
    name: 'a line of an NDJSON file',
    lengthMax: Math.floor(cellLength / 6),
    read(text) {
      const profile_url = 'github.com/jane';
      for (const name of columns.split(','))
        judgeLine(ndjsonReader({}), [JSON.stringify({ profile_url, [name]: text })]);
      judgeLine(ndjsonReader({}), [JSON.stringify({ profile_url, [text]: text })]);
    },
  },
];

const profileFiles: Parser[] = [
  {
    name: 'a file of profile links',
    lengthMax: pieceLength,
    around: [...bare, ['Name;Link\n"', '']],
    async read(text) {
      try {
        const { own, rows } = await readProfileFile(Buffer.from(text));
        ownCells(rows.slice(0, 100), own);
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error;
      }
    },
  },
  {
    name: "a customer's cell in a file of results",
    lengthMax: cellLength,
    read: (text) => csvText([[text, text]]),
  },
];

const personLength = 300;

/** As many people as one request may name. */
const people: Parser = {
  name: 'people to suppress',
  lengthMax: 1000 * personLength,
  pieces: { length: personLength, fill: filled },
  around: addresses,
  read(all) {
    const text = all.slice(0, personLength);
    const count = Math.ceil(all.length / personLength);
    const members = { profile_url: `https://github.com/${text}`, email: text, phone: text.slice(0, 50) };
    try {
      namedValues(
        { suppressionPepper: 'pepper', use: () => [] as never },
        Array.from({ length: count }, (_, at) => ({ members, path: ['people', at] })),
      );
    } catch (error) {
      if ((error as Error).name !== 'MemberFailure') throw error;
    }
  },
};

/** Texts from callers and operators. */
export const suppliedTexts: readonly Parser[] = [...headers, ...values, ...files, ...profileFiles, people];
