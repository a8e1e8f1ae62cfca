/** The order of day, month and year in dates that don't start with the year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Parses a date to ISO 8601 in UTC. `order_missing` when it is ambiguous, null when it isn't a date. */
export function readDate(text: string, order: DateOrder | null): string | 'order_missing' | null {
  const iso = isoForm.exec(text);
  if (iso) return instantOf(iso[1]!, iso[2]!, iso[3]!, text.slice(iso[0].length));
  const worded = wordedForm.exec(text);
  if (worded) return fromWords(worded);
  const numeric = numericForm.exec(text);
  if (!numeric) return null;
  if (order === null) return 'order_missing';
  const parts = Object.fromEntries([...order].map((part, at) => [part, numeric[at + 1]!]));
  return instantOf(fullYear(parts.y!), parts.m!, parts.d!, text.slice(numeric[0].length));
}

const isoForm = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const numericForm = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?!\d)/;
const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthForm = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
/** `31 Mar 2026`, as in LinkedIn's export, and `March 31, 2026`. */
const wordedForm = new RegExp(
  `^(?:(\\d{1,2})[ -]${monthForm}[ -,]{1,2}(\\d{4})|${monthForm} (\\d{1,2}),? (\\d{4}))$`,
  'i',
);

function fromWords([, day, month, year, monthFirst, dayBehind, yearBehind]: RegExpExecArray): string | null {
  const name = (month ?? monthFirst)!.toLowerCase();
  return instantOf((year ?? yearBehind)!, String(monthNames.indexOf(name) + 1), (day ?? dayBehind)!, '');
}

const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

const timeForm = /^[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?: ?([ap])m)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Null for an impossible day or time. UTC without an offset. */
function instantOf(year: string, month: string, day: string, rest: string): string | null {
  const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // The engine parses 30 February as 1 March.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return null;
  if (Number(year) < 1970 || year.length !== 4) return null;
  if (rest === '') return midnight.toISOString();
  const time = timeForm.exec(rest);
  if (!time) return null;
  const [, hour, minute, second = '00', fraction = '0', half, offset = 'Z'] = time;
  const hour24 = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const at = Date.parse(
    `${date}T${String(hour24).padStart(2, '0')}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`,
  );
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
