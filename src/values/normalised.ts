/** What a normaliser answers: the one form in which a value is stored and compared, or why there is none. */
export type Normalised<T> =
  | { ok: true; value: T }
  /** `reason` is a stable code; `detail` is a sentence for people that never repeats the value itself. */
  | { ok: false; reason: string; detail: string };

export const accepted = <T>(value: T): Normalised<T> => ({ ok: true, value });

export const refused = (reason: string, detail: string): { ok: false; reason: string; detail: string } => ({
  ok: false,
  reason,
  detail,
});

// Spreadsheets and web pages leave zero-width characters at the ends that `trim` alone keeps.
const invisible = /[\s\u200b\u2060\ufeff]/;

/** Not by a pattern for both ends: it would look for the text's end from every space within it. */
export function trimmed(raw: string): string {
  let [start, end] = [0, raw.length];
  while (start < end && invisible.test(raw[start]!)) start += 1;
  while (end > start && invisible.test(raw[end - 1]!)) end -= 1;
  return raw.slice(start, end);
}
