/** Readers for what vendors send: any value of any shape goes in, and what isn't as documented is as if it weren't there. */

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of the object itself, or of objects inside it. Never what it inherits. */
export function memberOf(value: unknown, ...path: string[]): unknown {
  let reached = value;
  for (const name of path) {
    if (!isObject(reached) || !Object.hasOwn(reached, name)) return undefined;
    reached = reached[name];
  }
  return reached;
}

/** At most so many entries of a list are looked at; vendors send a handful. */
const entriesMax = 200;

/** `most` where each entry is looked into: the entries of a list of lists multiply. */
export const listOf = (value: unknown, most = entriesMax): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

/** Text with something in it, trimmed; null for anything else. Longer text is no text of a contact. */
export function textOf(value: unknown, lengthMax = 1000): string | null {
  if (typeof value !== 'string' || value.length > lengthMax) return null;
  const text = value.trim();
  return text === '' ? null : text;
}

export const lowerOf = (value: unknown): string => textOf(value)?.toLowerCase() ?? '';

/** An id, which some send as a number and some as text. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return textOf(value, 200);
}

const dated = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?/;
const earliestMs = Date.UTC(1990, 0, 1);

/** A day or an instant in ISO 8601 as an instant; null when it is none, lies ahead of `now` or before the web began. */
export function instantOf(value: unknown, now: Date): string | null {
  const [, day, time] = dated.exec(textOf(value, 100) ?? '') ?? [];
  if (day === undefined) return null;
  const ms = Date.parse(time === undefined ? day : day + time);
  return ms >= earliestMs && ms <= now.getTime() ? new Date(ms).toISOString() : null;
}
