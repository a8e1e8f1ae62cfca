import { failField } from '#core/failure.ts';
import { type Key, rateOf } from '../rules.ts';

/** An account slows its keys down; what makes them faster is a plan. */
export function failIfFaster(
  chosen: number | null | undefined,
  key: Pick<Key, 'plan' | 'terms' | 'account_plans' | 'account_rate' | 'own_rate'>,
): void {
  const rate = rateOf(key);
  if (chosen && chosen > rate)
    failField(
      ['rate_limit_per_min'],
      `Your keys may make ${rate} requests per minute together. Choose at most ${rate}`,
    );
}
