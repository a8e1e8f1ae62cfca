import type { TextRun } from './text-runs.ts';

/**
 * The runs of a line from left to right. Lines begin at the left, as the document is in English; what is written from right to
 * left, with the numbers and spaces inside it, is turned around. That is the part of UAX #9 that names and addresses need.
 */
export function visualOrder(runs: readonly TextRun[]): TextRun[] {
  const ordered: TextRun[] = [];
  for (let at = 0; at < runs.length; ) {
    const end = runs[at]!.direction === 'rtl' ? endOfTurned(runs, at) : at + 1;
    ordered.push(...runs.slice(at, end).reverse());
    at = end;
  }
  return ordered;
}

/** Where what is turned around ends: before the next text from left to right, and without the spaces before that. */
function endOfTurned(runs: readonly TextRun[], start: number): number {
  let end = start + 1;
  for (let at = start + 1; at < runs.length && runs[at]!.direction !== 'ltr'; at += 1) {
    if (runs[at]!.direction !== 'neutral') end = at + 1;
  }
  return end;
}
