const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date means the start of its UTC day, moved by `dateShiftMs`. A time without an offset is UTC. */
export function readInstant(text: string, dateShiftMs: number): Date | null {
  // An unescaped plus sign in a query string arrives as a space.
  const trimmed = text
    .trim()
    .replace(/ (\d{2}:?\d{2})$/, (offset, digits) => (timeForm.test(text) ? offset : `+${digits}`));
  if (dateForm.test(trimmed)) return validDate(`${trimmed}T00:00:00Z`, trimmed, dateShiftMs);
  const [, day, time, offset] = timeForm.exec(trimmed) ?? [];
  if (!day) return null;
  return validDate(`${day}T${time}${(offset ?? 'Z').toUpperCase()}`, day, 0);
}

/** Earlier years are typing errors. PostgreSQL has no year 0, which a period of some weeks before year 1 would begin in. */
const firstDay = '1000-01-01';

/** JavaScript turns 31 June into 1 July; here it is invalid. */
function validDate(text: string, day: string, shiftMs: number): Date | null {
  if (day < firstDay) return null;
  const calendarDay = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(calendarDay.getTime()) || !calendarDay.toISOString().startsWith(day)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : new Date(at.getTime() + shiftMs);
}
