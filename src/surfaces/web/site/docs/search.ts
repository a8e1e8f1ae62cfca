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
const wordsMax = 8;
const hitsMax = 20;
const excerptLength = 180;

interface Entry {
  id: number;
  address: string;
  guide: string;
  isForOperators: boolean;
  title: string;
  text: string;
}

/** Searches the sections of all guides, and lists those for customers first. A query costs a few milliseconds at most. */
export function openSearch(guides: readonly (readonly [address: string, guide: Guide])[]): Search {
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
  const index = new MiniSearch<Entry>({
    fields: ['title', 'guide', 'text'],
    searchOptions: {
      boost: { title: 4, guide: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  return (query) => {
    const words = query.slice(0, queryLengthMax).split(/\s+/).filter(Boolean).slice(0, wordsMax).join(' ');
    if (words === '') return [];
    const all = index.search(words, { combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(words);
    const [own = [], others = []] = [false, true].map((isForOperators) =>
      found.filter(({ id }) => entries[id as number]!.isForOperators === isForOperators),
    );
    return [...own, ...others].slice(0, hitsMax).map(({ id, terms }) => {
      const { text, id: _, ...entry } = entries[id as number]!;
      return { ...entry, excerpt: excerptOf(text.replace(/\s+/g, ' ').trim(), terms) };
    });
  };
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
