import { dayMs, hourMs } from '#core/clock.ts';
import type { SourceDescription } from '../port.ts';

/**
 * How long an answer of a source may stand in for asking again, in milliseconds; 0 where its terms forbid keeping it.
 * An error, a refusal or a rate limit is never kept.
 */
export function freshMsOf(
  { stage, tier, terms }: SourceDescription,
  found: boolean,
  agreed: { storable?: boolean } = {},
): number {
  if (!found) return tier === 'paid' ? 14 * dayMs : stage === 'profile' ? 6 * hourMs : dayMs;
  if (!(agreed.storable ?? terms.storable)) return 0;
  const wanted = tier === 'paid' ? 30 * dayMs : stage === 'profile' ? dayMs : 7 * dayMs;
  return terms.storeDaysMax === null ? wanted : Math.min(wanted, terms.storeDaysMax * dayMs);
}

/**
 * Paid sources in the order of what a hit costs on average: the price of a question over the share of questions that
 * were hits. A source that was asked fewer than 20 times counts as hitting half the time.
 */
export function byExpectedCost<Candidate extends { paise: number; asked: number; found: number }>(
  candidates: readonly Candidate[],
): Candidate[] {
  const costOfHit = ({ paise, asked, found }: Candidate) => {
    const hitRate = asked < 20 ? 0.5 : Math.max(found / asked, 0.01);
    return paise / hitRate;
  };
  return [...candidates].sort((one, other) => costOfHit(one) - costOfHit(other));
}
