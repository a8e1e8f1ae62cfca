import type { PlanTier } from '#core/parts/plan-tier.ts';
import { type PlanTerms, rateLimitDefaultPerMin } from '#domains/billing/index.ts';
import type { KeyMode } from './keyring/key-text.ts';

/** A key as its row has it, with what it needs of its account. Its text isn't stored. */
export interface Key {
  id: string;
  account: number;
  account_id: string;
  email: string | null;
  name: string;
  prefix: string;
  mode: KeyMode;
  plan: string;
  /** The terms of the plan when the key was made. Null without a plan. */
  terms: PlanTerms | null;
  /** The rate set for this key. Null leaves it to the account and the plan. */
  own_rate: number | null;
  account_rate: number | null;
  /** The rate that the account chose for this key alone, below its own. Null: none. */
  chosen_rate: number | null;
  /** Plans and packs that the account has bought or agreed on and has now. */
  account_plans: PlanTerms[];
  /** Whether a plan that the account has now, bought or assigned with a key, has the priority lane. */
  has_priority: boolean;
  allowed_ips: string[];
  note: string;
  created_at: Date;
  /** Exclusive. The maximum date when the key never expires. */
  expires_at: Date;
  banned_at: Date | null;
  ban_reason: string | null;
  revoked_at: Date | null;
  replaced_by: string | null;
  /** Whether a connection of an agent acts with it. It has no text. */
  is_connection: boolean;
  /** The id under which requests and violations are counted. A replacement keeps it, and the account's own keys share it. */
  counted_as: string;
  /** Handles that the account claimed at sign-up, each as its kind, a space and its value. */
  handles: string[];
}

export const keyStatuses = ['active', 'banned', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export function statusOf(key: Pick<Key, 'banned_at' | 'revoked_at' | 'expires_at'>, now: Date): KeyStatus {
  if (key.revoked_at) return 'revoked';
  if (key.banned_at) return 'banned';
  return key.expires_at <= now ? 'expired' : 'active';
}

type Planned = Pick<Key, 'plan' | 'terms' | 'account_plans'>;

const plansOfKey = ({ terms, account_plans }: Planned): PlanTerms[] =>
  terms ? [terms, ...account_plans] : account_plans;

const bestRate = (plans: readonly PlanTerms[]): number =>
  plans.reduce((best, { rate_limit_per_min }) => Math.max(best, rate_limit_per_min), 0);

/** Requests per minute: the account's rate, else the key's, else the best of its plan and the account's plans and packs, else 20. */
export const rateOf = (key: Planned & Pick<Key, 'account_rate' | 'own_rate'>): number =>
  key.account_rate ?? key.own_rate ?? (bestRate(plansOfKey(key)) || rateLimitDefaultPerMin);

/** The most requests per minute that this key may make. Keys of the account share the rest of its rate. */
export const limitOf = (key: Planned & Pick<Key, 'account_rate' | 'own_rate' | 'chosen_rate'>): number =>
  Math.min(rateOf(key), key.chosen_rate ?? Number.POSITIVE_INFINITY);

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
export const isLiftable = (key: Pick<Key, 'banned_at' | 'ban_reason' | 'replaced_by'>): boolean =>
  key.banned_at !== null && key.ban_reason !== 'replaced' && key.replaced_by === null;

const banDetails: Record<string, string> = {
  replaced: 'A newer key replaced this one.',
  rate_limit:
    'The key, or one it replaced, repeatedly exceeded its rate limit. The operator of this service can lift the ban.',
};

/** Describes a ban to the key's holder. The ban of a replaced key can't be lifted. */
export const banDetailOf = ({
  ban_reason,
  replaced_by,
}: Pick<Key, 'ban_reason' | 'replaced_by'>): string | null =>
  banDetails[replaced_by === null ? (ban_reason ?? '') : 'replaced'] ?? null;
