import { dayMs, hourMs } from '#core/clock.ts';
import { readInstant } from '#core/read-instant.ts';

export const windowDaysDefault = 7;
export const windowDaysMax = 90;

/** From `start`, up to but excluding `end`. */
export interface TimeSpan {
  start: Date;
  end: Date;
}

/** The aggregated hours: from the first, up to but excluding the second. */
export interface RolledHours {
  from: Date;
  through: Date;
}

/** Splits a window into full aggregated hours and what lies before and after them. Any part may be empty. */
export function splitWindow(
  { start, end }: TimeSpan,
  { from, through }: RolledHours,
): Record<'head' | 'hours' | 'tail', TimeSpan> {
  const firstMs = Math.max(Math.ceil(start.getTime() / hourMs) * hourMs, from.getTime());
  const lastMs = Math.min(Math.floor(end.getTime() / hourMs) * hourMs, through.getTime());
  const hasHours = firstMs < lastMs;
  const first = hasHours ? new Date(firstMs) : start;
  const last = hasHours ? new Date(lastMs) : start;
  return { head: { start, end: first }, hours: { start: first, end: last }, tail: { start: last, end } };
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
