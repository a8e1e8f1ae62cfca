import { dayMs, hourMs } from '#core/clock.ts';

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

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date means the start of its UTC day, moved by `dateShiftMs`. A time without an offset is UTC. */
function readInstant(text: string, dateShiftMs: number): Date | null {
  // An unescaped plus sign in a query string arrives as a space.
  const trimmed = text
    .trim()
    .replace(/ (\d{2}:?\d{2})$/, (offset, digits) => (timeForm.test(text) ? offset : `+${digits}`));
  if (dateForm.test(trimmed)) return validDate(`${trimmed}T00:00:00Z`, trimmed, dateShiftMs);
  const [, day, time, offset] = timeForm.exec(trimmed) ?? [];
  if (!day) return null;
  return validDate(`${day}T${time}${(offset ?? 'Z').toUpperCase()}`, day, 0);
}

/** JavaScript turns 31 June into 1 July; here it is invalid. */
function validDate(text: string, day: string, shiftMs: number): Date | null {
  const calendarDay = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(calendarDay.getTime()) || !calendarDay.toISOString().startsWith(day)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : new Date(at.getTime() + shiftMs);
}
