import type { Outcome } from '../port.ts';

/** How a source answered when it knew nothing, and how long it took. */
export interface Miss {
  outcome: Extract<
    Outcome,
    { outcome: 'not_found' | 'error' | 'rate_limited' | 'out_of_credits' | 'misconfigured' }
  >;
  ms: number;
}

/** Remembers each source's latest misses, so that a lookup of a suppressed person looks like any other miss. */
export interface Imitation {
  note(source: string, outcome: Outcome, ms: number): void;
  of(source: string): Miss;
}

const missesKept = 20;

/** Used before this process has asked the source. */
const firstMiss: Miss = {
  outcome: { outcome: 'not_found', authoritative: true, charge: { units: 0, paise: 0, certain: true } },
  ms: 300,
};

/** @param random returns 0 up to, but not including, 1 */
export function openImitation(random: () => number = Math.random): Imitation {
  const misses = new Map<string, Miss[]>();
  return {
    note(source, outcome, ms) {
      if (!isMiss(outcome)) return;
      const latest = [{ outcome, ms }, ...(misses.get(source) ?? [])].slice(0, missesKept);
      misses.set(source, latest);
    },
    of(source) {
      const [latest = firstMiss, ...earlier] = misses.get(source) ?? [];
      // A failing source fails for everyone. A working one varies in how long it takes.
      if (latest.outcome.outcome !== 'not_found') return latest;
      const answers = [latest, ...earlier].filter(({ outcome }) => outcome.outcome === 'not_found');
      return answers[Math.floor(random() * answers.length)]!;
    },
  };
}

const isMiss = (outcome: Outcome): outcome is Miss['outcome'] =>
  ['not_found', 'error', 'rate_limited', 'out_of_credits', 'misconfigured'].includes(outcome.outcome);
