/** The normalized form in which a value is stored and compared, or why there is none. */
export type Normalised<T> =
  | { ok: true; value: T }
  /** `reason` is a stable code. `detail` is a sentence for people that never repeats the value. */
  | { ok: false; reason: string; detail: string };

export const accepted = <T>(value: T): Normalised<T> => ({ ok: true, value });

export const refused = (reason: string, detail: string) => ({ ok: false as const, reason, detail });

// Spreadsheets and web pages leave zero-width characters at the ends, which `trim` alone doesn't remove.
const invisible = /[\s\u200b\u2060\ufeff]/;

/** A visible character of ASCII. */
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Not a regular expression for both ends: it would scan to the end from every inner space. */
export function trimmed(raw: string): string {
  if (isPlain(raw.charCodeAt(0)) && isPlain(raw.charCodeAt(raw.length - 1))) return raw;
  let [start, end] = [0, raw.length];
  while (start < end && invisible.test(raw[start]!)) start += 1;
  while (end > start && invisible.test(raw[end - 1]!)) end -= 1;
  return raw.slice(start, end);
}

// Not toLowerCase, which turns the Kelvin sign (U+212A) into a k, and a stranger's link into a valid login.
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
