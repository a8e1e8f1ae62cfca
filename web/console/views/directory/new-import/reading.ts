import type { ImportQuery } from '#web/console/views/directory/types.ts';

/** How the operator says that a file has to be read. */
export interface Reading {
  source: string;
  dateOrder: string;
  encoding: string;
  /** Column meanings, by header. The service recognizes the others automatically. */
  map: Readonly<Record<string, string>>;
}

export const unsaid: Reading = { source: '', dateOrder: '', encoding: '', map: {} };

export const queryOf = (name: string, { source, dateOrder, encoding, map }: Reading): ImportQuery => ({
  file_name: name.slice(0, 200),
  map: Object.entries(map).map(([header, target]) => `${target}=${header}`),
  ...(source === '' ? {} : { source }),
  ...(encoding === '' ? {} : { encoding: encoding as ImportQuery['encoding'] }),
  ...(dateOrder === '' ? {} : { date_order: dateOrder as ImportQuery['date_order'] }),
});

/** The meanings a column can have, with their labels. */
export const columnNames: readonly (readonly [target: string, name: string])[] = [
  ['profile_url', 'Profile link'],
  ['full_name', 'Full name'],
  ['first_name', 'First name'],
  ['middle_name', 'Middle name'],
  ['last_name', 'Last name'],
  ['city', 'City'],
  ['state', 'State'],
  ['email', 'Email'],
  ['work_email', 'Work email'],
  ['personal_email', 'Personal email'],
  ['company_email', 'Company email'],
  ['email_type', 'Type of the emails'],
  ['email_status', 'Status of the emails'],
  ['phone', 'Phone'],
  ['country', 'Country of the phones'],
  ['link', 'Link'],
  ['headline', 'Headline'],
  ['company', 'Company'],
  ['location', 'Location'],
  ['source', 'Source'],
  ['source_url', 'Page of the source'],
  ['seen_at', 'Date seen'],
];

export const nameOfColumn = (target: string): string =>
  columnNames.find(([known]) => known === target)?.[1] ?? target;
