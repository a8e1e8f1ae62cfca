import type { RefusalReason } from './shapes.ts';

/** Maximum length of a link in UTF-16 code units. The longest canonical form is shorter. */
export const LINK_LENGTH_MAX = 2048;

const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '<': '>',
  '“': '”',
  '‘': '’',
  '«': '»',
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Removes surrounding white space and one pair of quotes or angle brackets (RFC 3986 appendix C). */
export function unwrapPaste(raw: string): string {
  const text = raw.trim();
  const closing = PAIRS[text.charAt(0)];
  if (closing === undefined || text.length < 2 || !text.endsWith(closing)) return text;
  return text.slice(1, -1).trim();
}

/**
 * Faults that a URL parser would repair silently: parsers delete tabs and newlines, turn `\` into `/`, and resolve
 * `/in/alice/../bob` to another person.
 */
export function faultOfText(text: string): RefusalReason | null {
  if (text === '') return 'empty';
  if (text.length > LINK_LENGTH_MAX) return 'too_long';
  if (CONTROL.test(text)) return 'control_char';

  const beforeQuery = text.slice(0, pathEnd(text));
  if (beforeQuery.includes('\\')) return 'backslash';
  if (DOT_SEGMENT.test(beforeQuery)) return 'dot_segment';
  return null;
}

/** The index of the query or fragment, or the length of the text. */
export function pathEnd(text: string): number {
  const query = text.indexOf('?');
  const fragment = text.indexOf('#');
  if (query < 0) return fragment < 0 ? text.length : fragment;
  return fragment < 0 ? query : Math.min(query, fragment);
}

const TRAILING_PUNCTUATION = new Set('.,;:!\'")]}>”’»');

/** Removes the punctuation of the sentence the link was copied from. */
export function withoutTrailingPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && TRAILING_PUNCTUATION.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
