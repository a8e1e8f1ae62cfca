import type { KeyCredential } from '#core/access.ts';
import { Failure } from '#core/failure.ts';
import { noPlan } from '#domains/billing/index.ts';
import { type LockTable, type SubjectKey, subjectsOf, subjectsOfHandles } from '#domains/identity/index.ts';
import { banDetailOf, type Key, rateOf, statusOf, tierOf } from '../rules.ts';
import type { KeylessAccount } from '../sql/keys.ts';
import { isAllowed, rangesOf } from './allowed-ips.ts';

/** A key, prepared for deciding on requests. */
export const policyOf = (key: Key) => ({
  expires_at: key.expires_at,
  banned_at: key.banned_at,
  revoked_at: key.revoked_at,
  credential: credentialOf(key),
  ranges: rangesOf(key.allowed_ips),
  banDetail: banDetailOf(key),
  subjects: subjectsOfKey(key),
});

export type Policy = ReturnType<typeof policyOf>;

/** The subjects that a lock on the key's account can name. */
export const subjectsOfKey = (key: Pick<Key, 'account_id' | 'email' | 'handles'>): SubjectKey[] => [
  ...subjectsOf({ account_id: key.account_id, email: key.email }),
  ...subjectsOfHandles(key.handles),
];

export const credentialOf = (key: Key): KeyCredential => ({
  keyId: key.id,
  account: { id: key.account, account_id: key.account_id },
  mode: key.mode,
  rateLimitPerMin: rateOf(key),
  chosenRatePerMin: key.chosen_rate,
  tier: tierOf(key),
  countedAs: key.counted_as,
  hasPriority: key.has_priority,
});

/** An account that acts without a key has its own rate and window, and the plans and packs it has now. */
export function keylessCredential(held: KeylessAccount): KeyCredential {
  const planned = { ...held, plan: noPlan, terms: null, own_rate: null };
  return {
    keyId: null,
    account: { id: held.account, account_id: held.account_id },
    mode: 'live',
    rateLimitPerMin: rateOf(planned),
    chosenRatePerMin: null,
    tier: tierOf(planned),
    countedAs: `account ${held.account}`,
    hasPriority: held.has_priority,
  };
}

/** Decides on a request from this address at this time: a credential, or the reason for refusing it. */
export function judge(policy: Policy, locks: LockTable, address: string, now: Date): KeyCredential | Failure {
  const refusal = refusalOf(policy, locks, address, now);
  if (!refusal) return policy.credential;
  refusal.key = policy.credential;
  return refusal;
}

function refusalOf(policy: Policy, locks: LockTable, address: string, now: Date): Failure | null {
  const status = statusOf(policy, now);
  if (status !== 'active') return refusals[status](policy);
  if (locks.holds(policy.subjects, now) || locks.holdsAddress(address, now))
    return new Failure('account_locked');
  return isAllowed(policy.ranges, address)
    ? null
    : new Failure('ip_not_allowed', { detail: whichAddress(address) });
}

const whichAddress = (address: string): string =>
  `The request came from ${address}. Call from an allowed address, or change what the key allows.`;

const refusals = {
  banned: ({ banDetail }: Policy) => new Failure('key_banned', { detail: banDetail ?? undefined }),
  revoked: () => new Failure('invalid_key'),
  expired: ({ expires_at }: Policy) =>
    new Failure('key_expired', { detail: `The key expired at ${expires_at.toISOString()}.` }),
};
