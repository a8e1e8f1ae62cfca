const grouped = new Intl.NumberFormat('en-IN');

/** For example 12,34,567. */
export const countOf = (number: number): string => grouped.format(number);

/** For example "1 profile" or "2,000 profiles". */
export const counted = (number: number, noun: string): string =>
  `${countOf(number)} ${number === 1 ? noun : `${noun}s`}`;

/** With its sign: +25, −1, 0. */
export const changeOf = (change: number): string =>
  change === 0 ? '0' : `${change > 0 ? '+' : '−'}${countOf(Math.abs(change))}`;

export function Count({ of }: { of: number }) {
  return <span class="figure">{countOf(of)}</span>;
}
