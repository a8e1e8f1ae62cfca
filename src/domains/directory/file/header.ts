import { isKnownHeader } from '#values/contact-files/csv/table-start.ts';
import { FileRefused, type MappedHeader, type RefusalOfFile } from '#values/contact-files/file-refused.ts';
import {
  allowsMultiple,
  columns,
  isContact,
  isEmail,
  type Target,
  targets,
} from '#values/contact-files/headers/columns.ts';
import {
  headersSeen,
  knownMeaning,
  listed,
  type Meaning,
  shownHeader,
} from '#values/contact-files/headers/header-meanings.ts';
import { isNamedLikeStatus, matchStatuses, mayTellOfGuesses, unreadStatuses } from './email-statuses.ts';

export interface ReadColumn {
  target: Target;
  /** Index of the column with the type of its emails, as `E-mail 2 - Label` is for `E-mail 2 - Value`. */
  typeAt: number | null;
  /** Indexes of the columns that say how sure its emails are, as `Work Email 1 Status` is for `Work Email 1`. */
  statusAt: number[];
  /** Kind of its phones, from the header. */
  phoneType: string | null;
}

/** `Mobile Phone`, `Cell`. */
export const phoneTypeOf = (target: Target, header: string): string | null =>
  target === 'phone' && /mobile|\bcell/i.test(header) ? 'mobile' : null;

export interface Header {
  /** Null for a column that isn't read. */
  columns: (ReadColumn | null)[];
  mapping: MappedHeader[];
  warnings: string[];
}

/** The meaning of a header or member. Null when it is unknown. */
export function meaningOf(header: string, map: HeaderMap): Meaning | null {
  const name = header.trim();
  const said = map.get(name.toLowerCase());
  if (said) return { target: said.target, rank: -1 };
  return knownMeaning(name);
}

/** Without what is probably a person's data. */
export const mappedHeader = (name: string, column: Target | null): MappedHeader => ({
  header: shownHeader(name),
  column,
});

/** Whether cells are the header: the operator mapped one of them, or they are known names. */
export const isHeader = (cells: readonly string[], map: HeaderMap): boolean =>
  cells.some((cell) => map.has(cell.trim().toLowerCase())) ||
  isKnownHeader(cells, (cell) => meaningOf(cell, map)?.target);

/** Reads the header. Throws `FileRefused` when it has no contact or profile column, or a column twice. */
export function readHeader(cells: readonly string[], map: HeaderMap): Header {
  const names = cells.map((cell) => cell.trim());
  const known = names.map((name) => meaningOf(name, map));
  refuseUnknownNames(names, known, map);
  const statuses = statusColumns(names, known);
  const isStatus = new Set([...statuses.values()].flat());
  const read = known.map((meaning, at): ReadColumn | null => {
    if (meaning === null || meaning.target === 'ignore' || isTypeOfOne(meaning, names[at]!)) return null;
    const { target } = meaning;
    if (isStatus.has(at)) return null;
    if (!allowsMultiple(target))
      return isBest(meaning, at, names, known)
        ? { target, typeAt: null, statusAt: [], phoneType: null }
        : null;
    return {
      target,
      typeAt: isEmail(target) ? typeColumnOf(at, names, known) : null,
      statusAt: statuses.get(at) ?? [],
      phoneType: phoneTypeOf(target, names[at]!),
    };
  });
  refuseWithoutPeople(names, known, read);
  const isType = new Set(read.map((column) => column?.typeAt));
  const mapping = names.map((name, at) => {
    const withAnother = isType.has(at) ? 'email_type' : isStatus.has(at) ? 'email_status' : null;
    return mappedHeader(name, read[at]?.target ?? withAnother);
  });
  const unread = names.filter(
    (name, at) =>
      mapping[at]!.column === null &&
      name !== '' &&
      !['ignore', 'email_type'].includes(known[at]?.target ?? ''),
  );
  return { columns: read, mapping, warnings: warningsOn(unread) };
}

/** Warnings about names that aren't read. Names that may hide guesses come first. */
export function warningsOn(unread: readonly string[]): string[] {
  const alarming = unread.filter(mayTellOfGuesses);
  const others = unread.filter((name) => !mayTellOfGuesses(name));
  return [
    ...(alarming.length > 0 ? [unreadStatuses(listed(alarming))] : []),
    ...(others.length > 0 ? [unreadColumns(others)] : []),
  ];
}

/** The status columns of email columns, by their indexes. The operator's own mapping is left as it is. */
function statusColumns(names: readonly string[], known: Known): Map<number, number[]> {
  const columns = names.map((name, key) => ({ key, name }));
  return matchStatuses(
    columns.filter(({ key, name }) => known[key]?.rank !== -1 && isNamedLikeStatus(name)),
    columns.filter(({ key }) => isEmail(known[key]?.target ?? 'ignore')),
  );
}

type Known = readonly (Meaning | null)[];

const numberIn = (name: string): string | null => /\d+/.exec(name)?.[0] ?? null;
const isTypeOfOne = ({ target }: Meaning, name: string): boolean =>
  target === 'email_type' && numberIn(name) !== null;

function typeColumnOf(at: number, names: readonly string[], known: Known): number | null {
  const number = numberIn(names[at]!);
  if (number === null) return null;
  const found = known.findIndex(
    (meaning, place) => meaning?.target === 'email_type' && numberIn(names[place]!) === number,
  );
  return found === -1 ? null : found;
}

/** If several columns have one text, the lowest rank is read, then the first. */
function isBest({ target, rank }: Meaning, at: number, names: readonly string[], known: Known): boolean {
  const rivals = known.flatMap((other, place) =>
    other?.target === target ? [{ place, rank: other.rank }] : [],
  );
  const best = rivals.reduce((one, other) => (other.rank < one.rank ? other : one));
  if (best.place === at) return true;
  if (rank === best.rank && (rank === -1 || names[at]!.toLowerCase() === names[best.place]!.toLowerCase()))
    throw refusedHeader(names, known, 'repeated_column', `The header has the column ${target} twice.`);
  return false;
}

/** The operator can map the columns of a header that is refused, so the refusal lists them. */
function refusedHeader(names: readonly string[], known: Known, reason: RefusalOfFile, detail: string) {
  const mapping = names.map((name, at) => mappedHeader(name, known[at]?.target ?? null));
  return new FileRefused(reason, detail, mapping);
}

function refuseUnknownNames(names: readonly string[], known: Known, map: HeaderMap): void {
  const present = new Set(names.map((name) => name.toLowerCase()));
  const absent = [...map].filter(([name]) => !present.has(name)).map(([, { header }]) => header);
  if (absent.length === 0) return;
  throw refusedHeader(
    names,
    known,
    'unknown_column',
    `The file has no column ${absent.map((name) => `"${shownHeader(name)}"`).join(', ')}, which you mapped. ${headersSeen(names)}`,
  );
}

const howToMap = 'If a column has it under another name, map it, for example with `map=email=Work Email`.';

function refuseWithoutPeople(
  names: readonly string[],
  known: Known,
  read: readonly (ReadColumn | null)[],
): void {
  const targets = read.flatMap((column) => (column ? [column.target] : []));
  if (!targets.includes('profile_url') && !targets.includes('link')) {
    throw refusedHeader(
      names,
      known,
      'missing_column',
      'No column holds a profile link, and the directory finds people by their profile. Add a column profile_url with a link for ' +
        `each person, such as https://www.linkedin.com/in/…. ${howToMap} ${headersSeen(names)}`,
    );
  }
  if (!targets.some(isContact)) {
    throw refusedHeader(
      names,
      known,
      'no_contact_column',
      `No column holds an email address, a phone number or a link. ${howToMap} ${headersSeen(names)}`,
    );
  }
}

/** Reports unread columns once, so that a misspelt header is noticed. Warnings are stored and shown to others. */
const unreadColumns = (names: readonly string[]): string =>
  `Not read: ${listed(names)}. Map a column to read it: ${columns.join(', ')}. A file that was imported needs \`again=true\` as well.`;

/** The operator's header mapping, keyed by the header in lower case. `header` is as the operator wrote it. */
export type HeaderMap = ReadonlyMap<string, { target: Target; header: string }>;

/** Parses texts such as `email=Work Email`, with a target on the left. */
export const headerMap = (pairs: readonly string[]): HeaderMap =>
  new Map(
    pairs.map((pair) => {
      const { target, header } = partsOf(pair);
      return [header.toLowerCase(), { target: target as Target, header }];
    }),
  );

/** The fault of a mapping, as a sentence. Null if it has none. */
export function faultOfMapping(pair: string): string | null {
  const { target, header } = partsOf(pair);
  if (!pair.includes('=') || header === '')
    return 'Write a mapping as a column, an equals sign and a header of your file, such as email=Work Email.';
  if ((targets as readonly string[]).includes(target)) return null;
  return `'${target}' is not a column. Use one of ${targets.join(', ')}.`;
}

function partsOf(pair: string): { target: string; header: string } {
  const at = pair.indexOf('=');
  return { target: pair.slice(0, Math.max(0, at)).trim(), header: pair.slice(at + 1).trim() };
}
