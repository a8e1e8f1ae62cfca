/** Readers for vendors' JSON. They accept any value, and treat anything undocumented as absent. */

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of the object itself, or of objects inside it. Never an inherited one. */
export function memberOf(value: unknown, ...path: string[]): unknown {
  let reached = value;
  for (const name of path) {
    if (!isObject(reached) || !Object.hasOwn(reached, name)) return undefined;
    reached = reached[name];
  }
  return reached;
}

/** Maximum number of list entries to read. Vendors send a handful. */
const entriesMax = 200;

/** Pass `most` for nested lists, where the number of entries multiplies. */
export const listOf = (value: unknown, most = entriesMax): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

/** Non-empty text, trimmed; null for anything else. Longer text can't be part of a contact. */
export function textOf(value: unknown, lengthMax = 1000): string | null {
  if (typeof value !== 'string' || value.length > lengthMax) return null;
  const text = value.trim();
  return text === '' ? null : text;
}

export const lowerOf = (value: unknown): string => textOf(value)?.toLowerCase() ?? '';

/** An id, sent as a number or as text. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return textOf(value, 200);
}

const dated = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?/;
const earliestMs = Date.UTC(1990, 0, 1);

/** An ISO 8601 date or time as an instant. Null if invalid, later than `now`, or earlier than the web. */
export function instantOf(value: unknown, now: Date): string | null {
  const [, day, time] = dated.exec(textOf(value, 100) ?? '') ?? [];
  if (day === undefined) return null;
  const ms = Date.parse(time === undefined ? day : day + time);
  return ms >= earliestMs && ms <= now.getTime() ? new Date(ms).toISOString() : null;
}
