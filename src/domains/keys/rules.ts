import type { AccountRef } from '#core/access.ts';
import type { PlanTier } from '#core/parts/plan-tier.ts';
import { type Plan, planById, rateLimitDefaultPerMin } from '#domains/billing/index.ts';
import type { KeyMode } from './keyring/key-text.ts';

/** A stored key. Its text isn't stored. */
export interface Key {
  id: string;
  account: AccountRef;
  email: string | null;
  prefix: string;
  mode: KeyMode;
  plan: string;
  /** The rate set for this key. Null leaves it to the account and the plan. */
  ownRate: number | null;
  accountRate: number | null;
  /** Plans and packs that the account has bought and has now. */
  accountPlans: string[];
  /** Whether a plan that the account has now, bought or assigned with a key, has the priority lane. */
  hasPriority: boolean;
  allowedCidrs: string[];
  note: string;
  createdAt: Date;
  /** Exclusive. The maximum date when the key never expires. */
  expiresAt: Date;
  bannedAt: Date | null;
  banReason: string | null;
  revokedAt: Date | null;
  replacedBy: string | null;
  /** The id under which requests and violations are counted. A replacement keeps it, so it starts no new window. */
  countedAs: string;
  /** What the account claimed at sign-up, each as its kind, a space and its value. */
  handles: string[];
}

/** The plan of a key whose account never had one. */
export const noPlan = 'none';

export const keyStatuses = ['active', 'banned', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export function statusOf(key: Pick<Key, 'bannedAt' | 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (key.revokedAt) return 'revoked';
  if (key.bannedAt) return 'banned';
  return key.expiresAt <= now ? 'expired' : 'active';
}

type Planned = Pick<Key, 'plan' | 'accountPlans'>;

const plansOfKey = ({ plan, accountPlans }: Planned): Plan[] =>
  [plan, ...accountPlans].flatMap((id) => planById(id) ?? []);

const bestRate = (plans: readonly Plan[]): number =>
  plans.reduce((best, { rate_limit_per_min }) => Math.max(best, rate_limit_per_min), 0);

/** Requests per minute: the account's rate, else the key's, else the best of its plan and the account's plans and packs, else 20. */
export const rateOf = (key: Planned & Pick<Key, 'accountRate' | 'ownRate'>): number =>
  key.accountRate ?? key.ownRate ?? (bestRate(plansOfKey(key)) || rateLimitDefaultPerMin);

export function tierOf(key: Planned): PlanTier {
  const plans = plansOfKey(key);
  if (plans.some(({ priority_processing }) => priority_processing)) return 'enterprise';
  return plans.length > 0 ? 'plan' : 'no_plan';
}

/** The plan that a key is shown with: the best monthly one of its own and the account's, else its own. */
export function shownPlanOf(key: Planned): string {
  const monthly = plansOfKey(key).filter(({ kind }) => kind === 'monthly');
  return monthly.find(({ rate_limit_per_min }) => rate_limit_per_min === bestRate(monthly))?.id ?? key.plan;
}

/** Whether an operator can lift the ban. A replaced key stays banned permanently. */
export const isLiftable = (key: Pick<Key, 'bannedAt' | 'banReason' | 'replacedBy'>): boolean =>
  key.bannedAt !== null && key.banReason !== 'replaced' && key.replacedBy === null;

const banDetails: Record<string, string> = {
  replaced: 'A newer key replaced this one.',
  rate_limit:
    'The key, or one it replaced, repeatedly exceeded its rate limit. The operator of this service can lift the ban.',
};

/** Describes a ban to the key's holder. The ban of a replaced key can't be lifted. */
export const banDetailOf = ({
  banReason,
  replacedBy,
}: Pick<Key, 'banReason' | 'replacedBy'>): string | null =>
  banDetails[replacedBy === null ? (banReason ?? '') : 'replaced'] ?? null;
