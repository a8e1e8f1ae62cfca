import { dayMs, hourMs } from '#core/clock.ts';
import type { SourceDescription } from '../port.ts';

/**
 * How long a source's answer may be reused, in milliseconds. 0 when its terms forbid storing it. Errors, refusals and rate
 * limits are never stored.
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
 * Orders paid sources by the expected cost of a hit: the price of a question divided by the source's hit rate. A source with
 * fewer than 20 questions counts as hitting half the time.
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
