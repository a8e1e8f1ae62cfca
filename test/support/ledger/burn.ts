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

export type Burn =
  | { ok: true; draws: { lot: number; credits: number }[] }
  /** If the lots don't cover the amount, nothing is taken. */
  | { ok: false; shortBy: number };

/** How much a spend takes from which lots. Lots expired at `now` don't count. */
export function burn(lots: readonly (Burnable & { available: number })[], credits: number, now: Date): Burn {
  const draws: { lot: number; credits: number }[] = [];
  let wanted = credits;
  for (const lot of [...lots].sort(burnOrder)) {
    const taken =
      (lot.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) > now.getTime()
        ? Math.min(wanted, lot.available)
        : 0;
    if (taken > 0) draws.push({ lot: lot.id, credits: taken });
    wanted -= taken;
  }
  return wanted === 0 ? { ok: true, draws } : { ok: false, shortBy: wanted };
}
