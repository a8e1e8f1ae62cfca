import { hostileTexts } from './hostile-text.ts';

export const answerLengthMax = 1024 * 1024;
const entriesMax = 200;

/** The same value with its lists filled up. */
function filled(value: unknown, entries: number): unknown {
  if (Array.isArray(value))
    return value.length === 0 ? value : Array(entries).fill(filled(value[0], entries));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, entries)]));
}

/** How many lists stand within one another. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Number(Array.isArray(value)) + Math.max(0, ...Object.values(value).map(depthOf));
}

/** As many entries as an answer of the greatest size has in each of its lists. */
const entriesIn = (value: unknown): number =>
  Math.min(
    entriesMax,
    Math.floor((answerLengthMax / JSON.stringify(value).length) ** (1 / Math.max(1, depthOf(value)))),
  );

/** The same value with `text` in the place of the text that a path leads to, in every entry of a list. */
function spoilt(value: unknown, [step, ...rest]: readonly string[], text: unknown): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value)) return Array(value.length).fill(spoilt(value[0], rest, text));
  return { ...(value as object), [step]: spoilt((value as Record<string, unknown>)[step], rest, text) };
}

function textsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  return members.flatMap(([name, member]) => textsIn(member, [...path, name]));
}

const lengths = [20, 250, 2000, 10_000];

interface SpoiltAnswer {
  name: string;
  /** The answer with a share of the entries that the greatest one has in its lists, and of the text if it has none. */
  of(share: number): unknown;
}

/** A good answer as long as it can be, with hostile text in the place of one text after the other. */
export function* spoiltAnswers(good: unknown): Generator<SpoiltAnswer> {
  const depth = depthOf(good);
  for (const path of textsIn(good)) {
    for (const length of lengths) {
      for (const { name, of } of hostileTexts(length)) {
        const entries = entriesIn(spoilt(good, path, of(length)));
        yield {
          name: `${path.join('.')} of ${length} ${name}`,
          of(share) {
            const isLong = entries < 16 || depth === 0;
            const json = spoilt(good, path, of(isLong ? Math.ceil(length * share) : length));
            return filled(json, isLong ? entries : Math.ceil(entries * share ** (1 / depth)));
          },
        };
      }
    }
  }
}
