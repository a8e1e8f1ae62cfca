/**
 * Whether two names clearly belong to different people: both are in Latin script and share no word, prefix of a word, or
 * initial. Names in different scripts never clash. Neither does an account's handle shown as its name.
 */
export function namesClash(given: string, known: string | null, handle: string | null = null): boolean {
  const [a, b] = [tellingWords(given, handle), known === null ? null : tellingWords(known, handle)];
  if (a === null || b === null) return false;
  return !a.some((word) => b.some((other) => word.startsWith(other) || other.startsWith(word)));
}

/** The words by which a name can clash with another. Null for one that never does: see `namesClash`. */
export function tellingWords(name: string, handle: string | null): string[] | null {
  const words = wordsOf(name);
  return isLatin(words) && !(handle !== null && isHandle(name, handle)) ? words : null;
}

// Letters that Unicode doesn't decompose into a plain letter and a mark.
const plainLetters = new Map(
  ['æa', 'đd', 'ðd', 'ħh', 'ıi', 'łl', 'ŋn', 'øo', 'œo', 'ßss', 'þth', 'ŧt', 'əe'].map((pair) => [
    pair.charAt(0),
    pair.slice(1),
  ]),
);

/** `Jörg`, `Jorg` and `Joerg` are the same word, and so are `Søren` and `Soeren`, `Gauß` and `Gauss`. */
export const wordsOf = (name: string): string[] =>
  (onlyAscii.test(name) ? name.toLowerCase() : withoutMarks(name))
    .replace(/([aou])e/g, '$1')
    .replace(/aa/g, 'a')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const onlyAscii = /^[\0-\x7f]*$/;

const withoutMarks = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æđðħıłŋøœßþŧə]/g, (letter) => plainLetters.get(letter)!);

export const isLatin = (words: string[]): boolean => words.some((word) => /\p{Script=Latin}/u.test(word));

export const isHandle = (name: string, handle: string): boolean =>
  name.trim().replace(/^@/, '').toLowerCase() === handle.toLowerCase();
