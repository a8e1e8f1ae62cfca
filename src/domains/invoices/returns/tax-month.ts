import Type from 'typebox';

/** A month of the GST return, in India. */
export const TaxMonth = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  description: 'A month in India, YYYY-MM.',
  examples: ['2026-11'],
});

/** India has one time zone, without summer time. */
const offset = '+05:30';

/** When the month begins and ends in India. The end is exclusive. */
export function monthInIndia(month: string): { start: Date; end: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { start: new Date(`${month}-01T00:00:00${offset}`), end: new Date(`${next}-01T00:00:00${offset}`) };
}
