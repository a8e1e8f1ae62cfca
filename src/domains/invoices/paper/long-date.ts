const format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar date as people write it: `22 November 2026`. */
export const longDate = (date: string): string => format.format(new Date(`${date}T00:00:00Z`));
