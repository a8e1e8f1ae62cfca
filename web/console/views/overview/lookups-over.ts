import type { ReportAllUsageAnswer } from '#client';

type Points = [at: string, figure: number][];
const hourMs = 3_600_000;

/** Lookups by hour, or by UTC day in long ranges. Empty hours and days are zeros, not gaps. */
export function lookupsOver(
  { since, hours, hourly }: Pick<ReportAllUsageAnswer, 'since' | 'hours' | 'hourly'>,
  nowMs: number,
): { step: 'hour' | 'day'; found: Points; notFound: Points } {
  const step = hours > 7 * 24 ? 'day' : 'hour';
  const stepMs = step === 'day' ? 24 * hourMs : hourMs;
  const startOf = (ms: number) => Math.floor(ms / stepMs) * stepMs;
  const sums = new Map<number, { completed: number; not_found: number }>();
  for (let at = startOf(Date.parse(since)); at <= nowMs; at += stepMs)
    sums.set(at, { completed: 0, not_found: 0 });
  for (const { hour, completed, not_found } of hourly) {
    const sum = sums.get(startOf(Date.parse(hour)));
    if (!sum) continue;
    sum.completed += completed;
    sum.not_found += not_found;
  }
  const named = (ms: number) => new Date(ms).toISOString().slice(0, step === 'day' ? 10 : undefined);
  const pointsOf = (name: 'completed' | 'not_found'): Points =>
    [...sums].map(([ms, sum]) => [named(ms), sum[name]]);
  return { step, found: pointsOf('completed'), notFound: pointsOf('not_found') };
}
