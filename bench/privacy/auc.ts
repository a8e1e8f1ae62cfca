/** The chance that a value of one group is above a value of the other, ties counting half: 0.5 says nothing, 0 and 1 everything. */
export interface Auc {
  auc: number;
  /** The confidence interval at 99 %, by DeLong's variance. */
  low: number;
  high: number;
}

const z99 = 2.576;

export function aucOf(one: readonly number[], other: readonly number[]): Auc {
  if (one.length < 2 || other.length < 2) return { auc: 0.5, low: 0, high: 1 };
  const above = placements(one, other);
  const below = placements(other, one).map((share) => 1 - share);
  const auc = mean(above);
  const spread = z99 * Math.sqrt(variance(above) / one.length + variance(below) / other.length);
  return { auc, low: auc - spread, high: auc + spread };
}

/** For each value, the share of the others that it is above. */
function placements(values: readonly number[], others: readonly number[]): number[] {
  const sorted = Float64Array.from(others).sort();
  return values.map(
    (value) => (countUpTo(sorted, value, false) + countUpTo(sorted, value, true)) / 2 / sorted.length,
  );
}

/** How many are below the value; with `andEqual` also those that equal it. */
function countUpTo(sorted: Float64Array, value: number, andEqual: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isCounted = andEqual ? sorted[middle]! <= value : sorted[middle]! < value;
    if (isCounted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** How far from 0.5 it may be. */
export const tolerance = 0.02;

/** Whether the whole interval is within what is tolerated. Otherwise, if nothing tells them apart, there were too few answers. */
export const isSettled = ({ low, high }: Auc): boolean => low >= 0.5 - tolerance && high <= 0.5 + tolerance;

/** Whether even the whole interval lies outside of what is tolerated. */
export const tellsApart = ({ low, high }: Auc): boolean => low > 0.5 + tolerance || high < 0.5 - tolerance;
