/** What an attacker learns from answers: a row of the table for each door. */
import { type Auc, aucOf, isSettled, tellsApart } from './auc.ts';
import { oneSidedShapes, type Seen } from './shapes.ts';

export interface Verdict {
  door: string;
  answers: number;
  latency: Auc;
  size: Auc;
  p50Ms: [hidden: number, others: number];
  faults: string[];
}

export function verdictOn(door: string, seen: readonly Seen[]): Verdict {
  const of = (hidden: boolean, value: (one: Seen) => number) =>
    seen.filter((one) => one.hidden === hidden).map(value);
  const compared = (value: (one: Seen) => number) => aucOf(of(true, value), of(false, value));
  const [latency, size] = [compared(({ ms }) => ms), compared(({ bytes }) => bytes)];
  const shapes = oneSidedShapes(seen);
  return {
    door,
    answers: seen.length,
    latency,
    size,
    p50Ms: [median(of(true, ({ ms }) => ms)), median(of(false, ({ ms }) => ms))],
    faults: [
      ...(tellsApart(latency) ? ['the time'] : []),
      ...(tellsApart(size) ? ['the size'] : []),
      ...shapes.map(
        ({ shape, hidden, others }) =>
          `a form (${hidden} suppressed, ${others} unknown): ${shape.slice(0, 2000)}`,
      ),
    ],
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const interval = ({ auc, low, high }: Auc) => `${auc.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
const heads = [
  'door',
  'answers',
  'AUC by time [99 %]',
  'AUC by size [99 %]',
  'p50 suppressed',
  'p50 unknown',
];

export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ door, answers, latency, size, p50Ms }) => [
    door,
    answers.toLocaleString('en'),
    interval(latency),
    interval(size),
    ...p50Ms.map((ms) => `${ms.toFixed(2)} ms`),
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return [heads, ...rows].map(line).join('\n');
}

export function sentenceOf({ door, faults, latency, size }: Verdict): string {
  if (faults.length > 0) return `FAILED   ${door}: ${faults.join('; ')}`;
  return isSettled(latency) && isSettled(size)
    ? `ok       ${door}: a suppressed person looks like an unknown one`
    : `unclear  ${door}: no difference is proven, but there were too few answers to rule one out`;
}
