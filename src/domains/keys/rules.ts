import type { AccountRef } from '#core/access.ts';
import { planById, rateLimitDefaultPerMin } from '#domains/billing/index.ts';
import type { KeyMode } from './keyring/key-text.ts';

/** A key as it is kept; its text is not. */
export interface Key {
  id: string;
  account: AccountRef;
  email: string | null;
  prefix: string;
  mode: KeyMode;
  plan: string;
  /** The key's own setting; null leaves it to the account and the plan. */
  ownRate: number | null;
  accountRate: number | null;
  allowedCidrs: string[];
  note: string;
  createdAt: Date;
  /** Exclusive; the last date there is when it never expires. */
  expiresAt: Date;
  bannedAt: Date | null;
  banReason: string | null;
  revokedAt: Date | null;
  replacedBy: string | null;
  /** The id under which requests and violations are counted: replacing a key begins no new window. */
  countedAs: string;
}

/** The plan of a key whose account never had one. */
export const noPlan = 'none';

export const keyStatuses = ['active', 'banned', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export function statusOf(key: Pick<Key, 'bannedAt' | 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (key.bannedAt) return 'banned';
  if (key.revokedAt) return 'revoked';
  return key.expiresAt <= now ? 'expired' : 'active';
}

/** Requests a minute: the account's own setting, else the key's, else its plan's, else 20. */
export const rateOf = (key: Pick<Key, 'accountRate' | 'ownRate' | 'plan'>): number =>
  key.accountRate ?? key.ownRate ?? planById(key.plan)?.rate_limit_per_min ?? rateLimitDefaultPerMin;

/** Whether an operator may lift the ban: a key that was replaced stays banned for good. */
export const isLiftable = (key: Pick<Key, 'bannedAt' | 'banReason' | 'replacedBy'>): boolean =>
  key.bannedAt !== null && key.banReason !== 'replaced' && key.replacedBy === null;

const banDetails: Record<string, string> = {
  replaced: 'A newer key has replaced this one.',
  rate_limit:
    'The key, or one that it replaced, ran into its rate limit again and again; the operator of this service can lift the ban.',
};

/** A ban in words, for whoever asks why a key is refused. Once a key is replaced, no operator can lift a ban of it. */
export const banDetailOf = ({
  banReason,
  replacedBy,
}: Pick<Key, 'banReason' | 'replacedBy'>): string | null =>
  banDetails[replacedBy === null ? (banReason ?? '') : 'replaced'] ?? null;

/** `infinity` of the database comes as the last date there is. */
const endOfTimeMs = 8.64e15;
export const isForever = (at: Date): boolean => at.getTime() >= endOfTimeMs;
