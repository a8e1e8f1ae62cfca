import { grouped, minuteText } from '../words.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A column of a table: its heading and the member it shows, with dots into nested members. `show` makes the cell of the whole row. */
export type Column = readonly [heading: string, member: string, show?: (row: Row) => string];

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

/** A value as a person reads it: times to the minute, lists with commas, objects as `name: value` without empty members. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isInteger(value) ? grouped(value) : String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return instant.test(value) ? minuteText(value) : value.replace(/\s+/g, ' ');
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return Object.entries(value)
    .map(([name, inner]) => ({ name, text: cellText(inner), isNested: typeof inner === 'object' }))
    .filter(({ text }) => text !== '')
    .map(({ name, text, isNested }) => `${name}: ${isNested ? `{${text}}` : text}`)
    .join(', ');
}

/** What a change did: each member of `before` and `after` that differs, as `rate: 20 → 60`. */
export function changesText({ before, after }: Row): string {
  const [was, is] = [before, after].map((state) => (state ?? {}) as Row) as [Row, Row];
  const nothing = before && after ? 'none' : '';
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, from: cellText(was[name]), to: cellText(is[name]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => `${name}: ${`${from || nothing} → ${to || nothing}`.trim()}`)
    .join(', ');
}

const memberOf = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);

const graphemes = new Intl.Segmenter();
const widthOf = (text: string): number => [...graphemes.segment(text)].length;
const cut = (text: string, width: number): string => {
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  return parts.length <= width ? text : `${parts.slice(0, width - 1).join('')}…`;
};

const gap = 2;
const narrowest = 8;

/** An aligned table. Cells of the widest columns are cut until it fits `width`, which is null without a screen. */
export function tableText(columns: readonly Column[], rows: readonly Row[], width: number | null): string {
  const cells = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, member, show]) => show?.(row) ?? cellText(memberOf(row, member)))),
  ];
  const isNumeric = columns.map(([, member]) =>
    rows.every((row) => isNumberOrNothing(memberOf(row, member))),
  );
  const widths = fitted(
    columns.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at]!)))),
    columns.map(([, member]) => rows.some((row) => instant.test(String(memberOf(row, member))))),
    width === null ? Number.POSITIVE_INFINITY : width - gap * columns.length,
  );
  return cells.map((line) => lineText(line, widths, isNumeric)).join('');
}

const isNumberOrNothing = (value: unknown) =>
  value === null || value === undefined || typeof value === 'number';

function lineText(line: string[], widths: number[], isNumeric: boolean[]): string {
  const padded = line.map((cell, at) => {
    const text = cut(cell, widths[at]!);
    const space = ' '.repeat(widths[at]! - widthOf(text));
    return isNumeric[at] ? space + text : text + space;
  });
  return `  ${padded.join(' '.repeat(gap))}`.trimEnd().concat('\n');
}

/** Takes from the widest column first, and leaves each column readable. Half a time would say nothing. */
function fitted(widths: number[], isWhole: readonly boolean[], room: number): number[] {
  const kept = [...widths];
  while (kept.reduce((sum, each) => sum + each, 0) > room) {
    const widest = Math.max(...kept.filter((_, at) => !isWhole[at]));
    if (!(widest > narrowest)) break;
    kept[kept.findLastIndex((each, at) => each === widest && !isWhole[at])]! -= 1;
  }
  return kept;
}

/** One record, a line a member. */
export function recordText(record: Row): string {
  const shown = Object.entries(record).filter(([, value]) => cellText(value) !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length)) + gap;
  return shown
    .map(([name, value]) => `  ${name.replaceAll('_', ' ').padEnd(width)}${cellText(value)}\n`)
    .join('');
}
