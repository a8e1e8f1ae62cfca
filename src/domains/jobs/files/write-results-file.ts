import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvText } from '#core/answers/csv-text.ts';
import { cellsOf } from '#values/contact-files/csv/csv-cells.ts';
import { wholeRecord } from '#values/contact-files/csv/csv-records.ts';
import type { PhoneContact, Provenance } from '#values/contacts/index.ts';
import type { JobItem } from '../shapes.ts';
import type { OwnColumns } from './profile-file.ts';

/** An item with its row as it is in the file. Null for a job that was created with JSON. */
export type ResultRow = Omit<JobItem, 'row' | 'line' | 'name' | 'repeats_row'> & { own: string | null };

/** For a job that was created with JSON. */
const givenColumns = ['profile_url', 'client_reference'];

/**
 * Writes a job's results as CSV, in the order in which the rows come: the customer's own columns first, then ours. Holds one
 * batch at a time. A byte order mark and CRLF make Excel and LibreOffice open it right, and the delimiter is that of the
 * customer's file, or a comma if that has one column. `own` is null for a job that was created with JSON.
 */
export const writeResultsFile = (
  own: OwnColumns | null,
  batches: AsyncIterable<readonly ResultRow[]>,
): Readable => Readable.from(piecesOf(own, batches), { objectMode: false });

async function* piecesOf(
  own: OwnColumns | null,
  batches: AsyncIterable<readonly ResultRow[]>,
): AsyncGenerator<Buffer> {
  // A list of links has none: it is read by tabs, which are in no link.
  const delimiter = own && own.names.length > 1 ? own.delimiter : ',';
  const first = own?.names ?? givenColumns;
  const ours = namesBeside(first);
  yield Buffer.from(`\ufeff${csvText([[...first, ...ours]], delimiter)}`);
  for await (const rows of batches) {
    for (const some of turnsOf(rows)) {
      const theirs = own
        ? ownCells(some, own)
        : some.map(({ profile_url, client_reference }) => [profile_url, client_reference]);
      await nextTurn();
      const cells = some.map((row, at) => [...theirs[at]!, ...resultColumns.map(({ text }) => text(row))]);
      yield Buffer.from(csvText(cells, delimiter));
    }
  }
}

/** Written between two turns of other requests. A row of the customer's own may have a megabyte. */
const rowsPerTurn = 100;
const ownLengthPerTurn = 64 * 1024;

function turnsOf(rows: readonly ResultRow[]): ResultRow[][] {
  const turns: ResultRow[][] = [];
  let length = 0;
  for (const row of rows) {
    const turn = turns.at(-1);
    const own = row.own?.length ?? 0;
    const isFull = turn === undefined || turn.length === rowsPerTurn || length + own > ownLengthPerTurn;
    if (isFull) turns.push([row]);
    else turn.push(row);
    length = isFull ? own : length + own;
  }
  return turns;
}

/** Our names. One that the customer's file has too gets a number, so that each name is unique: `company 2`. */
function namesBeside(own: readonly string[]): string[] {
  const taken = new Set(own.map((name) => name.toLowerCase()));
  return resultColumns.map(({ name }) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} ${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The cells of rows as they are in the file, as many for each row as the file has columns. */
export const ownCells = (
  rows: readonly { own: string | null }[],
  { names, delimiter }: OwnColumns,
): string[][] =>
  cellsOf(
    rows.map(({ own }) => wholeRecord(own ?? '')),
    delimiter,
  ).map((cells) => names.map((_, at) => cells?.[at] ?? ''));

/** This many emails and phones get columns of their own. The others share a cell. */
const columnsEach = 3;

interface ResultColumn {
  name: string;
  text: (row: ResultRow) => string | number | null | undefined;
}

type Lookup = NonNullable<JobItem['lookup']>;

const found = (name: string, text: (lookup: Lookup) => string | null | undefined): ResultColumn => ({
  name,
  text: ({ lookup }) => (lookup ? text(lookup) : null),
});

/** Several values in one cell, as mail programs and CRMs separate them. */
const joined = (texts: readonly string[]): string => texts.join('; ');

/** `github https://github.com/asha-example; directory`: each source, and the page where it was seen if it has one. */
const sourcesText = (sources: readonly Provenance[] | undefined): string =>
  joined((sources ?? []).map(({ source, url }) => (url === null ? source : `${source} ${url}`)));

const withExtension = ({ number, extension }: PhoneContact): string =>
  extension === null ? number : `${number} ext. ${extension}`;

const places = Array.from({ length: columnsEach }, (_, at) => at);

const emailColumns = places.flatMap((at) => [
  found(`email_${at + 1}`, ({ emails }) => emails[at]?.address),
  found(`email_${at + 1}_type`, ({ emails }) => emails[at]?.type),
  found(`email_${at + 1}_status`, ({ emails }) => emails[at]?.status),
  found(`email_${at + 1}_verified_at`, ({ emails }) => emails[at]?.verified_at),
  found(`email_${at + 1}_sources`, ({ emails }) => sourcesText(emails[at]?.sources)),
]);

const phoneColumns = places.flatMap((at) => [
  found(`phone_${at + 1}`, ({ phones }) => phones[at]?.number),
  found(`phone_${at + 1}_extension`, ({ phones }) => phones[at]?.extension),
  found(`phone_${at + 1}_type`, ({ phones }) => phones[at]?.type),
  found(`phone_${at + 1}_sources`, ({ phones }) => sourcesText(phones[at]?.sources)),
]);

/** The columns behind the customer's own, in order. docs/guide/job-files.md lists them. */
export const resultColumns: readonly ResultColumn[] = [
  { name: 'status', text: ({ status }) => status },
  { name: 'reason', text: ({ reason }) => reason },
  { name: 'credits', text: ({ credits_charged }) => credits_charged },
  found('canonical_url', ({ profile }) => profile.url),
  found('full_name', ({ person }) => person.full_name),
  found('headline', ({ person }) => person.headline),
  found('company', ({ person }) => person.company),
  found('location', ({ person }) => person.location),
  ...emailColumns,
  found('more_emails', ({ emails }) => joined(emails.slice(columnsEach).map(({ address }) => address))),
  found('company_email', ({ company_email }) => company_email?.address),
  ...phoneColumns,
  found('more_phones', ({ phones }) => joined(phones.slice(columnsEach).map(withExtension))),
  found('links', ({ links }) => joined(links.map(({ url }) => url))),
  found('link_sources', ({ links }) => sourcesText(distinct(links.flatMap(({ sources }) => sources)))),
];

/** Links often come from one page, which is named once. */
const distinct = (sources: readonly Provenance[]): Provenance[] => [
  ...new Map(sources.map((one) => [`${one.source} ${one.url}`, one])).values(),
];
