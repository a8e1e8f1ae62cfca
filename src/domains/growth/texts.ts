import { controlCharacters } from '#core/input/text-rules.ts';

/** The fault of a text, in a sentence, or null. Each takes an empty text, which means that there is none. */
type ProblemOf = (text: string) => string | null;

const hasControls = (text: string): boolean => text.search(controlCharacters) >= 0;

/** People read it on one line. */
export const lineProblem: ProblemOf = (text) =>
  hasControls(text) ? 'Value should be one line of text without control or direction characters' : null;

export const paragraphsProblem: ProblemOf = (text) =>
  hasControls(text.replace(/\r?\n/g, ''))
    ? 'Value should be text without control or direction characters'
    : null;

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const colourProblem: ProblemOf = (text) =>
  text === '' || colour.test(text) ? null : 'Value should be a hex colour such as #0b5fff, or empty';

/** Browsers drop tabs and line breaks from a link and read a backslash as a slash: either can hide another site. */
const unsafe = /[\s\\\p{Cc}]/u;

export const linkProblem: ProblemOf = (text) =>
  text === '' || isLink(text)
    ? null
    : 'Value should be a link that starts with https://, or a path of the site that starts with one /';

function isLink(text: string): boolean {
  if (unsafe.test(text)) return false;
  if (text.startsWith('/')) return !text.startsWith('//');
  const url = URL.parse(text);
  return url?.protocol === 'https:' && /^https:\/\/[^/]/i.test(text) && url.username + url.password === '';
}
