/** A month is written as YYYY-MM, in UTC. */
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The month that an address names, else the current one. */
export const monthIn = (text: string | undefined, now: Date): string =>
  text && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(now);

export function monthAfter(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year!, number! - 1 + count, 1)));
}

export const daysOf = (month: string): { start: string; end: string } => {
  const end = new Date(Date.parse(`${monthAfter(month, 1)}-01`) - 1);
  return { start: `${month}-01`, end: end.toISOString().slice(0, 10) };
};

/** The last year, newest first, since the account exists, and the month that is shown. */
export function monthsToChoose(shown: string, now: Date, since = ''): string[] {
  const months = Array.from({ length: 13 }, (_, back) => monthAfter(monthOf(now), -back));
  return [...new Set([...months.filter((month) => month >= since.slice(0, 7)), shown])].sort().reverse();
}

const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** For example March 2026. */
export const monthName = (month: string): string => names.format(new Date(`${month}-01`));

/** When a day begins in a time zone. */
export function midnightIn(zone: string, day: string): string {
  const ms = Date.parse(day);
  // In the form 2026-03-01 05:30:00.
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const offsetMs = Date.parse(`${shown.format(ms).replace(' ', 'T')}Z`) - ms;
  return new Date(ms - offsetMs).toISOString();
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
