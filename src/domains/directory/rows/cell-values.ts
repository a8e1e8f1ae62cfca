import type { GivenValue } from './file-row.ts';

const nothing = new Set('- -- --- – — . ? \\n n/a #n/a n.a. n.a n/d (none) (null) <null>'.split(' '));
// Each of these can be a name, and NA is also Namibia's country code.
const nothingButNames = new Set(['na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown']);
const nameColumns = new Set(['full_name', 'first_name', 'middle_name', 'last_name', 'country', 'company']);

// How each of them begins: nearly every other text is told apart by this alone.
const beginning = /^[-\u2013\u2014.?\\n#(<u]/i;

/** Whether a cell only marks a missing value: `N/A`, `-`, `NULL`, `\N`. */
export function isEmptyMarker(column: string, text: string): boolean {
  if (text.length > 12 || !beginning.test(text)) return false;
  const word = text.toLowerCase();
  if (nothing.has(word) || text === 'NULL' || text === '#REF!') return true;
  return nothingButNames.has(word) && !nameColumns.has(column);
}

/** Longer cells contain something other than values. Bounds the work per cell. */
export const cellLengthMax = 64 * 1024;
export const cellValuesMax = 100;

// Without spaces beside the separators: each part is trimmed, and a pattern for them would be slow on long runs of spaces.
const between = /[;|,\n]|\s:::\s/;

/** The addresses in a cell: bare, `mailto:` or `Name <a@b>`, separated by `;`, `,`, `|`, ` ::: ` or line ends. */
export function emailsIn(cell: string): GivenValue[] {
  const text = cell.trim();
  if (isSingle(text)) return valuesOf([text], 'email');
  const bracketed = [...text.matchAll(/<([^<>]*)>/g)].map(([, inside]) => inside!);
  if (bracketed.length === 0)
    return valuesOf(
      text.split(between).map((part) => withoutMailto(part.trim())),
      'email',
    );
  // Text beside the brackets is a name, unless it is an address itself.
  const beside = text.replace(/<[^<>]*>/g, ';').split(between);
  return valuesOf(
    [...bracketed, ...beside.filter((part) => part.includes('@'))].map((part) => withoutMailto(part.trim())),
    'email',
  );
}

const isSingle = (text: string): boolean => !/[\s;,|<:]/.test(text);

/** RFC 6068: the address of a `mailto:` link, without its header fields. */
function withoutMailto(text: string): string {
  if (!/^mailto:/i.test(text)) return text;
  const address = text.slice('mailto:'.length).split('?', 1)[0]!;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Whether a text contains any separator of phones or links. Tells most cells apart at a tenth of the price. */
const isList = /[;|,\n]|:::/;

// Extensions and the parameters of a `tel:` link belong to the number before them.
const betweenPhones = /[|\n]|\s:::\s|[;,](?!\s*(?:ext|x\s*\d|extension|phone-context|isub|postd))/i;
const betweenUris = /[|,\n]|\s:::\s/;

/** The numbers in a cell. Drops a spreadsheet's apostrophe before the plus sign. */
export function phonesIn(cell: string): GivenValue[] {
  const text = cell.trim();
  const parts = isList.test(text) ? text.split(/^tel:/i.test(text) ? betweenUris : betweenPhones) : [text];
  return valuesOf(
    parts.map((part) => part.trim().replace(/^'(?=[+\d(])/, '')),
    'phone',
  );
}

// Links may contain commas and semicolons. They separate two links only when the start of a link follows.
const betweenLinks = /[|;\n]|\s:::\s|,\s|,(?=https?:|www\.)/i;

export function linksIn(cell: string): GivenValue[] {
  const text = cell.trim();
  return valuesOf(isList.test(text) ? text.split(betweenLinks) : [text], 'link');
}

function valuesOf(texts: readonly string[], column: string): GivenValue[] {
  const values: GivenValue[] = [];
  for (const part of texts) {
    const text = part.trim();
    if (text !== '' && !isEmptyMarker(column, text)) values.push({ text });
  }
  return values;
}
