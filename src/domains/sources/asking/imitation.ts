import type { Outcome } from '../port.ts';

/** How a source answered when it had nothing to tell, and how long that took. */
export interface Miss {
  outcome: Extract<
    Outcome,
    { outcome: 'not_found' | 'error' | 'rate_limited' | 'out_of_credits' | 'misconfigured' }
  >;
  ms: number;
}

/** Remembers each source's latest misses, so that nobody asked of it can tell a person it may not be asked about from one it doesn't know. */
export interface Imitation {
  note(source: string, outcome: Outcome, ms: number): void;
  of(source: string): Miss;
}

const missesKept = 20;

/** Of a source that this process has not asked yet. */
const firstMiss: Miss = {
  outcome: { outcome: 'not_found', authoritative: true, charge: { units: 0, paise: 0, certain: true } },
  ms: 300,
};

/** @param random from 0 up to, but not including, 1 */
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
      // A source in trouble is in trouble for everybody; one that answers takes now this long, now that.
      if (latest.outcome.outcome !== 'not_found') return latest;
      const answers = [latest, ...earlier].filter(({ outcome }) => outcome.outcome === 'not_found');
      return answers[Math.floor(random() * answers.length)]!;
    },
  };
}

const isMiss = (outcome: Outcome): outcome is Miss['outcome'] =>
  ['not_found', 'error', 'rate_limited', 'out_of_credits', 'misconfigured'].includes(outcome.outcome);
