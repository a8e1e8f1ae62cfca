/**
 * End of the monthly period that starts at `periodStart`, exclusive: the next occurrence of the anchor's day and time in UTC.
 * A month that is too short ends on its last day, but the anchor stays: 31 January, 28 February, 31 March.
 */
export function periodEnd(anchor: Date, periodStart: Date): Date {
  const year = periodStart.getUTCFullYear();
  const month = periodStart.getUTCMonth();
  const inThisMonth = anchoredIn(anchor, year, month);
  return inThisMonth > periodStart ? inThisMonth : anchoredIn(anchor, year, month + 1);
}

/** Monthly credits expire with the period they were paid for and don't roll over. */
export const monthlyLotExpiry = (anchor: Date, periodStart: Date): Date => periodEnd(anchor, periodStart);

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

/** A lot of one account. */
export interface Burnable {
  /** Increases with every grant. */
  id: number;
  /** Exclusive. Null means never. */
  expiresAt: Date | null;
}

/** The order in which lots are spent: soonest expiry first, then the older lot. */
export function burnOrder(one: Burnable, other: Burnable): number {
  const [oneMs, otherMs] = [endMs(one), endMs(other)];
  return oneMs === otherMs ? one.id - other.id : oneMs < otherMs ? -1 : 1;
}

const endMs = ({ expiresAt }: Burnable): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** Lots that an operator gave. What a customer paid for is reversed with its payment. */
export const isRevocable = (source: string): boolean => source === 'operator' || source === 'key';
