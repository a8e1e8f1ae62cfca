import { type Cell, type Row, styles } from './document.ts';
import { textLines } from './text-lines.ts';
import { printable, textRuns } from './text-runs.ts';

export const page = { width: 595.28, height: 841.89, margin: 48 };
export const contentWidth = page.width - 2 * page.margin;
export const contentEnd = page.height - page.margin - 24;
/** Between cells. */
export const gutter = 14;

/** A cell whose texts are broken into lines. */
export interface SetCell extends Pick<Cell, 'share' | 'align'> {
  lines: SetLine[];
}

export interface SetLine {
  text: string;
  style: (typeof styles)[keyof typeof styles];
  height: number;
}

export const setRow = (row: Row): SetCell[] =>
  row.cells.map((cell) => ({ ...cell, lines: setLines(cell, row) }));

/** The width that the cells of a row share. */
export const widthOfRow = ({ cells, inset = 0 }: Row): number =>
  contentWidth - 2 * inset - gutter * (cells.length - 1);

/** The height of the highest cell. */
export const heightOf = (cells: readonly Pick<SetCell, 'lines'>[]): number =>
  Math.max(0, ...cells.map(({ lines }) => lines.reduce((sum, { height }) => sum + height, 0)));

/** The lines that have room, at least one, and the others. */
export function splitAt(cell: SetCell, room: number): { head: SetCell; tail: SetCell } {
  const lines = [...cell.lines];
  while (lines.length > 1 && heightOf([{ lines }]) > room) lines.pop();
  return { head: { ...cell, lines }, tail: { ...cell, lines: cell.lines.slice(lines.length) } };
}

function setLines({ texts, share }: Cell, row: Row): SetLine[] {
  return texts.flatMap(({ text, style: name }) => {
    const style = styles[name];
    const format = { latin: style.face, size: style.size };
    return textLines(printable(text), share * widthOfRow(row), format).map((line) => ({
      text: line,
      style,
      height: style.size * leadingOf(line),
    }));
  });
}

/** Letters of other scripts reach further above and below the line. */
const leadingOf = (line: string): number =>
  textRuns(line, 'regular').some(({ face }) => face !== 'regular') ? 1.75 : 1.45;
