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
    const parts = fits(word) ? [word] : broken(word, fits);
    line = parts.pop()!;
    lines.push(...parts);
  }
  lines.push(line);
  return lines;
}

/** Each part has as many letters as fit, at least one. No more than twice a part is measured, however long the word is. */
function broken(word: string, fits: (text: string) => boolean): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  const parts: string[] = [];
  for (let start = 0; start < letters.length; ) {
    const head = (count: number) => letters.slice(start, start + count).join('');
    const left = letters.length - start;
    let [most, tooMany] = [1, 2];
    while (tooMany <= left && fits(head(tooMany))) [most, tooMany] = [tooMany, tooMany * 2];
    tooMany = Math.min(tooMany, left + 1);
    while (tooMany - most > 1) {
      const middle = (most + tooMany) >> 1;
      if (fits(head(middle))) most = middle;
      else tooMany = middle;
    }
    parts.push(head(most));
    start += most;
  }
  return parts;
}
