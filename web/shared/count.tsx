const grouped = new Intl.NumberFormat('en-IN');

/** For example 12,34,567. */
export const countOf = (number: number): string => grouped.format(number);

export function Count({ of }: { of: number }) {
  return <span class="figure">{countOf(of)}</span>;
}
