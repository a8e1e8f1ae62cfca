/**
 * When the monthly period that began at `periodStart` ends: the first moment after it that has the anchor's day and time in
 * UTC. Where a month is too short for the anchor's day, it is the month's last; the anchor itself stays, so that a plan
 * bought on the 31st ends on 28 February and then on 31 March. Exclusive: the next period starts with it.
 */
export function periodEnd(anchor: Date, periodStart: Date): Date {
  const year = periodStart.getUTCFullYear();
  const month = periodStart.getUTCMonth();
  const inThisMonth = anchoredIn(anchor, year, month);
  return inThisMonth > periodStart ? inThisMonth : anchoredIn(anchor, year, month + 1);
}

/** Credits of a monthly plan end with the period they were paid for and don't roll over. */
export const monthlyLotExpiry = (anchor: Date, periodStart: Date): Date => periodEnd(anchor, periodStart);

/** A pack's credits are good for one year: to the same UTC date and time, and to 28 February from a 29th. Exclusive. */
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

/** Of one account. */
export interface Burnable {
  /** Grows with every grant. */
  id: number;
  /** Exclusive; null for never. */
  expiresAt: Date | null;
}

/** The order in which lots are spent: soonest expiry first, the older of two that end together. */
export function burnOrder(one: Burnable, other: Burnable): number {
  const [oneMs, otherMs] = [endMs(one), endMs(other)];
  return oneMs === otherMs ? one.id - other.id : oneMs < otherMs ? -1 : 1;
}

const endMs = ({ expiresAt }: Burnable): number => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
