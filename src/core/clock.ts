/** The process's clock, for windows, headers and reports. Money is timed by the database's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

const second = 1000;
export const minuteMs = 60 * second;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The instant `days` times 24 hours after `from`. */
export const daysAfter = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** The driver returns the database's `infinity` as the maximum date. */
export const isForever = (at: Date): boolean => at.getTime() >= 8.64e15;
