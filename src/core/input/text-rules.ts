/** Controls of the direction of text (Unicode UAX #9): what follows them is shown in another order than it is stored. */
const bidirectional = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

export const bidirectionalControls = new RegExp(`[${bidirectional}]+`, 'g');

const mark = '[\\p{M}\\p{Default_Ignorable_Code_Point}]';

/** Combining marks beyond the eighth of one character: no script needs them, and they are drawn far over other lines. */
export const excessMarks = new RegExp(`(?<=${mark}{8})${mark}+`, 'gu');

/** With the C0 and C1 controls, which a terminal obeys. */
export const controlCharacters = new RegExp(`[\\p{Cc}${bidirectional}]`, 'gu');

/** Whether a reader sees anything of the text: U+200B, U+2800 or U+3164 alone is as blank as a space. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

// Line breaks, marks of direction, private use, and what is invisible. Joiners stay: Indian scripts need them.
const hidden =
  /[\p{Cc}\p{Co}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
// Hangul's fillers count as letters and the empty Braille pattern as a symbol, but they show nothing.
const shown = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Why a text is no line that people read as it is stored, in a sentence. Null if it is one, or empty. */
export const lineFault = (text: string): string | null =>
  hidden.test(text)
    ? 'Value should be one line of text without control, direction or invisible characters'
    : null;

/** The same for a name, of which something must be seen. */
export const nameFault = (text: string): string | null =>
  lineFault(text) ?? (shown.test(text) ? null : 'Value should not be blank');

/** Names that are the same in this form look the same. */
export const asSeen = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The text with each control replaced by U+FFFD, for names that are shown and never compared. */
export const withoutControls = (text: string): string => text.replace(controlCharacters, '\ufffd');

/**
 * The pattern of a text that names something: leading or trailing whitespace would make two names look the same. Allows an
 * empty text. The lookaheads take one pass.
 */
export const noOuterWhitespace = '^(?!\\s)(?![\\s\\S]*\\s$)';

/** Why PostgreSQL can't store a text: it rejects NUL and unpaired surrogates. Null if it can. */
export function unstorable(text: string): { msg: string; type: string } | null {
  if (text.includes('\0')) return { msg: 'String should not contain NUL characters', type: 'value_error' };
  if (text.isWellFormed()) return null;
  return {
    msg: 'String should be valid Unicode, without half of a surrogate pair',
    type: 'string_unicode',
  };
}
