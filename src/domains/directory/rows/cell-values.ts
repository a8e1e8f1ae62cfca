import type { GivenValue } from './file-row.ts';

const nothing = new Set('- -- --- – — . ? \\n n/a #n/a n.a. n.a n/d (none) (null) <null>'.split(' '));
// As a name each of these is somebody's; as a country NA is Namibia.
const nothingButNames = new Set(['na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown']);
const nameColumns = new Set(['full_name', 'first_name', 'middle_name', 'last_name', 'country', 'company']);

/** Whether a cell only says that there is nothing in it: `N/A`, `-`, `NULL`, `\N`. */
export function isEmptyMarker(column: string, text: string): boolean {
  if (text.length > 12) return false;
  const word = text.toLowerCase();
  if (nothing.has(word) || text === 'NULL' || text === '#REF!') return true;
  return nothingButNames.has(word) && !nameColumns.has(column);
}

/** Longer cells hold something else than values; what is read of a cell stays bounded. */
export const cellLengthMax = 64 * 1024;
export const cellValuesMax = 100;

// No spaces beside the marks: each part is trimmed, and a pattern for them would try every space of a long run.
const between = /[;|,\n]|\s:::\s/;

/** The addresses in a cell: bare, as `mailto:` links, or as `Name <a@b>`; several by `;`, `,`, `|`, ` ::: ` or line ends. */
export function emailsIn(cell: string): GivenValue[] {
  const text = cell.trim();
  if (isSingle(text)) return valuesOf([text], 'email');
  const bracketed = [...text.matchAll(/<([^<>]*)>/g)].map(([, inside]) => inside!);
  if (bracketed.length === 0)
    return valuesOf(
      text.split(between).map((part) => withoutMailto(part.trim())),
      'email',
    );
  // What stands beside the brackets are names, unless it is an address itself.
  const beside = text.replace(/<[^<>]*>/g, ';').split(between);
  return valuesOf(
    [...bracketed, ...beside.filter((part) => part.includes('@'))].map((part) => withoutMailto(part.trim())),
    'email',
  );
}

const isSingle = (text: string): boolean => !/[\s;,|<:]/.test(text);

/** RFC 6068: the address of a `mailto:` link without its header fields. */
function withoutMailto(text: string): string {
  if (!/^mailto:/i.test(text)) return text;
  const address = text.slice('mailto:'.length).split('?', 1)[0]!;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

// An extension belongs to the number before it, and so do the parameters of a `tel:` link.
const betweenPhones = /[|\n]|\s:::\s|[;,](?!\s*(?:ext|x\s*\d|extension|phone-context|isub|postd))/i;
const betweenUris = /[|,\n]|\s:::\s/;

/** The numbers in a cell. A spreadsheet's apostrophe before the plus sign is left out. */
export function phonesIn(cell: string): GivenValue[] {
  const text = cell.trim();
  const parts = text.split(/^tel:/i.test(text) ? betweenUris : betweenPhones);
  return valuesOf(
    parts.map((part) => part.trim().replace(/^'(?=[+\d(])/, '')),
    'phone',
  );
}

// A comma or semicolon may stand within a link; between two, something that begins a link follows.
const betweenLinks = /[|;\n]|\s:::\s|,\s|,(?=https?:|www\.)/i;

export const linksIn = (cell: string): GivenValue[] => valuesOf(cell.trim().split(betweenLinks), 'link');

const valuesOf = (texts: readonly string[], column: string): GivenValue[] =>
  texts
    .map((text) => ({ text: text.trim() }))
    .filter(({ text }) => text !== '' && !isEmptyMarker(column, text));
