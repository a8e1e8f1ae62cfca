/** The months in which the minor releases 18.0, 18.1, … came out. Those of older versions come out on the same days. */
const monthsOf18 = ['2025-09', '2025-11', '2026-02', '2026-02', '2026-05', '2026-08', '2026-08'];
/** 17.7, 16.11 and 15.15 came out with 18.1. */
const aheadOf18: Record<string, number> = { 18: 0, 17: 6, 16: 10, 15: 14 };

/** The month of a release of PostgreSQL such as `18.4`, as `2026-05`. Null if it is newer, or older, than we know. */
export function releaseMonth(version: string): string | null {
  const [major = '', minor = ''] = version.split('.');
  const ahead = aheadOf18[major];
  return ahead === undefined ? null : (monthsOf18[Number(minor) - ahead] ?? null);
}

/** `PostgreSQL 18.4 of May 2026`. */
export function releaseText(version: string): string {
  const month = releaseMonth(version);
  if (month === null) return `PostgreSQL ${version}`;
  const words = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `PostgreSQL ${version} of ${words}`;
}

/** Minor releases come every three months, most with fixes for vulnerabilities. */
const monthsMax = 4;

/** Whether a newer minor release must be out by now. */
export function isOutdated(version: string, now: Date): boolean {
  const month = releaseMonth(version);
  if (month === null) return false;
  const [year = 0, of = 1] = month.split('-').map(Number);
  return (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - of >= monthsMax;
}
