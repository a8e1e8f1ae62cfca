import { faceNamed } from './faces.ts';
import { widthOf } from './shape-text.ts';
import { textRuns } from './text-runs.ts';

export interface TextFormat {
  latin: 'regular' | 'strong';
  size: number;
}

/** In points. */
export const measured = (text: string, { latin, size }: TextFormat): number =>
  textRuns(text, latin).reduce((sum, run) => sum + (widthOf(faceNamed(run.face), run.text) * size) / 1000, 0);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Breaks text at spaces into lines that fit, and words that are wider than a line between letters. */
export function textLines(text: string, width: number, format: TextFormat): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (candidate: string) => measured(candidate, format) <= width;
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      const head = widestHead(line, fits);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  lines.push(line);
  return lines;
}

/** As many letters as fit, at least one. */
function widestHead(word: string, fits: (text: string) => boolean): string {
  const ends = [...graphemes.segment(word)].map(({ index, segment }) => index + segment.length);
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(word.slice(0, ends[middle]))) low = middle;
    else high = middle - 1;
  }
  return word.slice(0, ends[low]);
}
