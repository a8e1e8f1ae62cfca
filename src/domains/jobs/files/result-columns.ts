import type { FindAnswer } from '#domains/lookup/index.ts';
import type { PhoneContact, Provenance } from '#values/contacts/index.ts';

/** What is written of one row of a job. */
export interface ResultRow {
  /** The row as it stood in the file. Null for a job that was created with JSON. */
  own: string | null;
  profile_url: string;
  client_reference: string | null;
  status: string;
  reason: string | null;
  credits_charged: number;
  lookup: FoundContacts | null;
}

/** The part of a lookup's answer that is written. */
export type FoundContacts = Pick<
  FindAnswer,
  'profile' | 'person' | 'emails' | 'phones' | 'links' | 'company_email'
>;

/** So many e-mails and phones get columns of their own. The others share a cell. */
const columnsEach = 3;

interface ResultColumn {
  name: string;
  text: (row: ResultRow) => string | number | null | undefined;
}

const found = (name: string, text: (lookup: FoundContacts) => string | null | undefined): ResultColumn => ({
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
