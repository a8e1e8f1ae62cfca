const indianTimeMs = 5.5 * 3_600_000;

/** The calendar date in India, for example `2026-11-22`. India has one time zone and no summer time. */
export const dateInIndia = (at: Date): string =>
  new Date(at.getTime() + indianTimeMs).toISOString().slice(0, 10);

/** The financial year, 1 April to 31 March in India: `2627` for 2026-27. */
export function financialYearOf(at: Date): string {
  const [year, month] = dateInIndia(at).split('-').map(Number) as [number, number];
  const start = month >= 4 ? year : year - 1;
  return [start, start + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}
