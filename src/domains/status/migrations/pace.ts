/** How fast a background migration goes: rows per batch, and the rest after a batch as a multiple of its time. */
export interface Pace {
  rows: number;
  rest: number;
}

export const firstPace: Pace = { rows: 200, rest: 1 };

const rowsMin = 10;
const rowsMax = 5_000;
const restMax = 32;
/** A batch holds its rows for about this long, so that a payment or an import waits no longer for one. */
const batchMs = 100;

const between = (least: number, most: number, value: number) =>
  Math.min(most, Math.max(least, Math.round(value)));

/** After a batch: at most twice as many rows, fewer as soon as it takes too long. */
export const afterBatch = (pace: Pace, tookMs: number): Pace => ({
  ...pace,
  rows: between(rowsMin, rowsMax, pace.rows * Math.min(2, batchMs / Math.max(1, tookMs))),
});

/** After a look at the lookups: rests twice as long while they are slow, and less again when they aren't. */
export const afterLook = (pace: Pace, isSlow: boolean): Pace => ({
  ...pace,
  rest: between(1, restMax, isSlow ? pace.rest * 2 : pace.rest / 2),
});

/** Fewer say little. */
const lookupsMin = 20;
const slowMsMin = 100;

interface Latency {
  lookups: number;
  p95_ms: number | null;
}

/** Whether lookups take twice their usual time. Faster ones than 100 ms are never slow. */
export const areSlow = (now: Latency, usual: Latency): boolean =>
  now.lookups >= lookupsMin && (now.p95_ms ?? 0) > Math.max(slowMsMin, 2 * (usual.p95_ms ?? 0));
