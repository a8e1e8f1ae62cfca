import { dayMs, hourMs } from '#core/clock.ts';
import { readInstant } from '#core/input/read-instant.ts';

export const windowDaysDefault = 7;
export const windowDaysMax = 90;

/** From `start`, up to but excluding `end`. */
export interface TimeSpan {
  start: Date;
  end: Date;
}

/** Splits a window into full hours, whose sums are kept, and what lies before and after them. Any part may be empty. */
export function splitWindow({ start, end }: TimeSpan): Record<'head' | 'hours' | 'tail', TimeSpan> {
  const firstMs = Math.ceil(start.getTime() / hourMs) * hourMs;
  const lastMs = Math.floor(end.getTime() / hourMs) * hourMs;
  const hasHours = firstMs < lastMs;
  const first = hasHours ? new Date(firstMs) : start;
  const last = hasHours ? new Date(lastMs) : start;
  return { head: { start, end: first }, hours: { start: first, end: last }, tail: { start: last, end } };
}

const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs;

/** The hours in which windows begin and end, if not at their first moment. */
export const brokenHours = (windows: readonly TimeSpan[]): Date[] =>
  [
    ...new Set(
      windows
        .flatMap(({ start, end }) => [start, end])
        .filter((at) => at.getTime() !== hourOf(at))
        .map(hourOf),
    ),
  ].map((ms) => new Date(ms));

/** The window with these hours as a whole, where it begins or ends in one of them. */
export function withWhole({ start, end }: TimeSpan, hours: ReadonlySet<number>): TimeSpan {
  return {
    start: hours.has(hourOf(start)) ? new Date(hourOf(start)) : start,
    end: hours.has(hourOf(end)) ? new Date(Math.ceil(end.getTime() / hourMs) * hourMs) : end,
  };
}

/** As much time before a window. For a window that isn't over: the part that has passed. */
export function windowBefore({ start, end }: TimeSpan, now: Date): TimeSpan {
  const passedMs = Math.max(Math.min(end.getTime(), now.getTime()) - start.getTime(), 0);
  const startMs = start.getTime() - (end.getTime() - start.getTime());
  return { start: new Date(startMs), end: new Date(startMs + passedMs) };
}

export type Window =
  | { ok: true; start: Date; end: Date }
  | { ok: false; field: 'start' | 'end'; why: string };

/** A report's window: `end` is exclusive; 7 days by default, 90 at most. */
export function usageWindow(start: string | undefined, end: string | undefined, now: Date): Window {
  const endAt = end ? readInstant(end, dayMs) : now;
  if (!endAt) return { ok: false, field: 'end', why: 'Input should be a valid ISO 8601 date or time' };
  const startAt = start ? readInstant(start, 0) : new Date(endAt.getTime() - windowDaysDefault * dayMs);
  if (!startAt) return { ok: false, field: 'start', why: 'Input should be a valid ISO 8601 date or time' };
  const lengthMs = endAt.getTime() - startAt.getTime();
  if (lengthMs <= 0) return { ok: false, field: 'end', why: 'The end should be after the start' };
  if (lengthMs > windowDaysMax * dayMs) {
    return { ok: false, field: 'start', why: `The window should be at most ${windowDaysMax} days` };
  }
  return { ok: true, start: startAt, end: endAt };
}
