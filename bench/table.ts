/** The one table that the bench prints. */
import type { Costs } from './costs.ts';

export interface Row {
  name: string;
  costs?: Partial<Costs>;
  aim?: Aim;
}

export interface Aim {
  measured: string;
  wanted: string;
  isReached: boolean;
}

const heads = ['', 'a second', 'p50', 'p99', 'service', 'PostgreSQL', 'measured', 'aim', ''];

/** Nothing for what was not measured. */
function figure(value: number | undefined, unit: string, digits = 0): string {
  if (value === undefined) return '';
  const text = value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${text}${unit}`;
}

function cellsOf({ name, costs = {}, aim }: Row): string[] {
  const { perSecond, p50Ms, p99Ms, serviceUs, databaseUs } = costs;
  return [
    name,
    figure(perSecond, ''),
    figure(p50Ms, ' ms', 1),
    figure(p99Ms, ' ms'),
    figure(serviceUs, ' µs'),
    figure(databaseUs, ' µs'),
    aim?.measured ?? '',
    aim?.wanted ?? '',
    aim ? (aim.isReached ? 'reached' : 'not reached') : '',
  ];
}

/** For a terminal: columns of equal width. */
export function asText(rows: readonly Row[]): string {
  const table = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)));
  const isText = (column: number) => column === 0 || column === heads.length - 1;
  return table
    .map((cells) =>
      cells
        .map((cell, at) => (isText(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function asMarkdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, at) => (at === 0 || at === heads.length - 1 ? '---' : '---:'));
  return [line(heads), line(rule), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

interface Figure {
  name: string;
  measured: number;
  /** The least, or with `most` the greatest, that is wanted. */
  least?: number;
  most?: number;
  unit: string;
  digits?: number;
}

/** A row that holds a figure against its aim. */
export function aimRow({ name, measured, least, most, unit, digits = 0 }: Figure): Row {
  const text = (value: number) => figure(value, unit && ` ${unit}`, digits);
  return {
    name: `  ${name}`,
    aim: {
      measured: text(measured),
      wanted: least === undefined ? `≤ ${text(most!)}` : `≥ ${text(least)}`,
      isReached: least === undefined ? measured <= most! : measured >= least,
    },
  };
}
