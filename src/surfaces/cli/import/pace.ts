/** Speed and remaining time, measured over the last few seconds, since the start may have been different. */
export interface Pace {
  saw(amount: number, nowMs: number): void;
  /** Per second; null until there is enough data. */
  perSecond(): number | null;
  /** Milliseconds until `total`; null if unknown. */
  leftMs(total: number): number | null;
}

const windowMs = 15_000;

export function openPace(): Pace {
  let seen: { amount: number; atMs: number }[] = [];
  const perSecond = () => {
    const [first, last] = [seen[0], seen.at(-1)];
    if (!first || !last || last.atMs - first.atMs < 500) return null;
    return ((last.amount - first.amount) * 1000) / (last.atMs - first.atMs);
  };
  return {
    saw(amount, nowMs) {
      seen = [...seen.filter(({ atMs }) => nowMs - atMs <= windowMs), { amount, atMs: nowMs }];
    },
    perSecond,
    leftMs(total) {
      const rate = perSecond();
      const last = seen.at(-1);
      if (!rate || !last) return null;
      return Math.max(0, ((total - last.amount) * 1000) / rate);
    },
  };
}
