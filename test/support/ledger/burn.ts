import { type Burnable, burnOrder } from '#domains/credits/rules.ts';

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
