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

const heads = [
  '256 connections where nothing else is said',
  'a second',
  'p50',
  'p99',
  'service',
  'PostgreSQL',
];

/** Nothing for what was not measured, or can't be on this system. */
function figure(value: number | undefined, unit: string, digits = 0): string {
  if (value === undefined || Number.isNaN(value)) return '';
  const text = value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${text}${unit}`;
}

function figuresOf({ perSecond, p50Ms, p99Ms, serviceUs, databaseUs }: Partial<Costs>): string[] {
  return [
    figure(perSecond, ''),
    figure(p50Ms, ' ms', 1),
    figure(p99Ms, ' ms'),
    figure(serviceUs, ' µs'),
    figure(databaseUs, ' µs'),
  ];
}

/** For a terminal of 120 columns. A row with an aim has its figure in the first column, and the aim behind it. */
export function asText(rows: readonly Row[]): string {
  const table = rows.map(({ name, costs = {}, aim }) =>
    aim
      ? { cells: [name, aim.measured], behind: aimText(aim) }
      : { cells: [name, ...figuresOf(costs)], behind: '' },
  );
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...table.map(({ cells }) => cells[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[], behind = '') =>
    [...cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))), behind]
      .join('  ')
      .trimEnd();
  return [line(heads), ...table.map(({ cells, behind }) => line(cells, behind))].join('\n');
}

export function asMarkdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = [...heads, 'aim'].map((_, at) => (at === 0 || at === heads.length ? '---' : '---:'));
  const cellsOf = ({ name, costs = {}, aim }: Row) =>
    aim
      ? [`– ${name.trim()}`, aim.measured, '', '', '', '', aimText(aim)]
      : [`**${name}**`, ...figuresOf(costs), ''];
  return [line([...heads, 'aim']), line(rule), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

function aimText({ measured, wanted, isReached }: Aim): string {
  if (measured === '') return `aim ${wanted}, not measured here`;
  return `aim ${wanted}, ${isReached ? 'reached' : 'NOT reached'}`;
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
