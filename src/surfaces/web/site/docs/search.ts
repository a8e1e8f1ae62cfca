import MiniSearch from 'minisearch';
import type { Guide } from './render-guide.ts';

export interface Hit {
  address: string;
  /** The guide. */
  guide: string;
  isForOperators: boolean;
  /** The heading above what was found. */
  title: string;
  /** The text around it: every second part is one of the words. */
  excerpt: readonly string[];
}

export type Search = (query: string) => Hit[];

export const queryLengthMax = 100;
const wordsMax = 6;
const wordLengthMax = 30;
/** Words of a query in which slips are forgiven. */
const slipsMax = 3;
const hitsMax = 20;
const excerptLength = 180;
/** Answers that are kept: strangers ask the process that also answers the API. */
const answersMax = 200;
/** Nearly every section has them, so they find nothing and cost most. */
const commonWords = new Set(
  'an and are as at be by can do for from has how if in is it its not of on or that the this to what when with you your'.split(
    ' ',
  ),
);

/** As MiniSearch separates words. */
const notInWords = /[\n\r\p{Z}\p{P}]+/u;

interface Entry {
  id: number;
  address: string;
  guide: string;
  isForOperators: boolean;
  title: string;
  text: string;
}

/**
 * Searches the sections of all guides, and lists those for customers first. Common words and single letters are ignored, longer ones
 * match words that begin with them, and in a short query an unknown one matches words that differ by a letter. `onCandidate` is called
 * for each section that has such a word.
 */
export function openSearch(
  guides: readonly (readonly [address: string, guide: Guide])[],
  onCandidate: () => void = () => {},
): Search {
  const entries: Entry[] = guides
    .flatMap(([address, { title: guide, sections }]) =>
      sections
        .filter(({ depth, text }) => depth > 0 || text.trim() !== '')
        .map(({ anchor, title, depth, text, isForOperators }) => ({
          address: depth > 1 ? `${address}#${anchor}` : address,
          guide,
          isForOperators,
          title: title || guide,
          text,
        })),
    )
    .map((entry, id) => ({ ...entry, id }));
  const known = new Set<string>();
  const index = new MiniSearch<Entry>({
    fields: ['title', 'guide', 'text'],
    processTerm(word) {
      const term = word.toLowerCase();
      known.add(term);
      return term;
    },
    searchOptions: {
      boost: { title: 4, guide: 2 },
      processTerm: (word) => word,
      prefix: (word, at, words) => word.length >= (at === words.length - 1 ? 3 : 4),
      fuzzy: (word, _, words) => words.length <= slipsMax && word.length > 4 && !known.has(word) && 1,
      boostDocument() {
        onCandidate();
        return 1;
      },
    },
  });
  index.addAll(entries);
  return keepingAnswers((words) => {
    const all = index.search(words, { combineWith: 'AND' });
    const found = all.length > 0 || !words.includes(' ') ? all : index.search(words);
    const [own = [], others = []] = [false, true].map((isForOperators) =>
      found.filter(({ id }) => entries[id as number]!.isForOperators === isForOperators),
    );
    return [...own, ...others].slice(0, hitsMax).map(({ id, terms }) => {
      const { text, id: _, ...entry } = entries[id as number]!;
      return { ...entry, excerpt: excerptOf(text.replace(/\s+/g, ' ').trim(), terms) };
    });
  });
}

/** Searches for the same words once, while their answer is among the newest. */
function keepingAnswers(search: Search): Search {
  const answers = new Map<string, Hit[]>();
  return (query) => {
    const words = wordsIn(query);
    if (words === '') return [];
    const hits = answers.get(words) ?? search(words);
    answers.delete(words);
    answers.set(words, hits);
    if (answers.size > answersMax) answers.delete(answers.keys().next().value!);
    return hits;
  };
}

/** The words of a query that can find something, once each. */
function wordsIn(query: string): string {
  const all = query.slice(0, queryLengthMax).toLowerCase().split(notInWords);
  const telling = all.filter(
    (word) => word.length > 1 && word.length <= wordLengthMax && !commonWords.has(word),
  );
  return [...new Set(telling)].slice(0, wordsMax).join(' ');
}

/** The text around the first of the words, cut at spaces. */
function excerptOf(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text.slice(0, excerptLength)];
  const form = new RegExp(`(${words.map((word) => RegExp.escape(word)).join('|')})`, 'i');
  const at = Math.max(0, text.search(form));
  const start = at < 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1;
  const cut = text.slice(start, start + excerptLength);
  const shown = start + excerptLength < text.length ? `${cut.replace(/\s\S*$/, '')} …` : cut;
  return `${start > 0 ? '… ' : ''}${shown}`.split(new RegExp(form.source, 'gi'));
}
