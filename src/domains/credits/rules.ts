/**
 * End of the monthly period that starts at `periodStart`, exclusive: the next occurrence of the anchor's day and time in UTC.
 * A month that is too short ends on its last day, but the anchor stays: 31 January, 28 February, 31 March.
 * Monthly credits expire with the period they were paid for and don't roll over.
 */
export function periodEnd(anchor: Date, periodStart: Date): Date {
  const year = periodStart.getUTCFullYear();
  const month = periodStart.getUTCMonth();
  const inThisMonth = anchoredIn(anchor, year, month);
  return inThisMonth > periodStart ? inThisMonth : anchoredIn(anchor, year, month + 1);
}

/** A pack is valid for one year, to the same UTC date and time, or 28 February for a purchase on 29 February. Exclusive. */
export const packExpiry = (purchasedAt: Date): Date =>
  anchoredIn(purchasedAt, purchasedAt.getUTCFullYear() + 1, purchasedAt.getUTCMonth());

function anchoredIn(anchor: Date, year: number, month: number): Date {
  const day = Math.min(anchor.getUTCDate(), daysInMonth(year, month));
  const midnightMs = Date.UTC(year, month, day);
  return new Date(midnightMs + (anchor.getTime() - startOfDayMs(anchor)));
}

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const startOfDayMs = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());

/** Whether an operator gave the lot. Credits that a customer paid for are reversed with their payment. */
export const isRevocable = (source: string): boolean => source === 'operator' || source === 'key';
