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
const invisibleEdges = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g;

export const trimmed = (raw: string): string => raw.replace(invisibleEdges, '');
