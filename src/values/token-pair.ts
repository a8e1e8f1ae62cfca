import { createHmac } from 'node:crypto';
import { minuteMs } from '#core/clock.ts';
import { derivedSecretText, newSecretText, type SecretText, secretHashOf } from './secret-text.ts';

/** A short-lived access token, and the refresh token that renews it. */
export interface TokenPair {
  access: SecretText;
  refresh: SecretText;
}

/** The tokens of one kind of session. `kind` keeps the pairs that are derived for it apart from those of other kinds. */
export const tokenPairs = (kind: string, prefix: { access: string; refresh: string }) => ({
  /** Shown once and never stored. */
  newTokens: (): TokenPair => ({
    access: newSecretText(prefix.access),
    refresh: newSecretText(prefix.refresh),
  }),
  /**
   * The pair derived from a refresh token: always the same, so that a repeat needs no stored token. It takes the token and the pepper, so
   * read access to the database isn't enough to derive one.
   */
  nextTokens(pepper: string, refreshToken: string): TokenPair {
    const derived = (own: string) =>
      derivedSecretText(
        own,
        createHmac('sha256', pepper).update(`${kind} token:${own}:${refreshToken}`).digest('hex'),
      );
    return { access: derived(prefix.access), refresh: derived(prefix.refresh) };
  },
  /** Whether a credential is meant as an access token, good or not. */
  isAccessToken: (text: string): boolean => text.startsWith(prefix.access),
  /** The stored hash. Null for a text that can't be one. */
  accessHashOf: (text: string): string | null => secretHashOf(prefix.access, text),
  refreshHashOf: (text: string): string | null => secretHashOf(prefix.refresh, text),
});

/** A used refresh token returns its pair again for this long: its response may have been lost, or two programs sent it at once. */
const repeatMs = minuteMs;

interface RefreshState {
  ended_because: string | null;
  token_used_at: Date | null;
  /** Exclusive. */
  token_expires_at: Date;
}

/** `reused`: another program may have the token, so its session ends. */
export function judgeRefresh(
  { ended_because, token_used_at: usedAt, token_expires_at: end }: RefreshState,
  now: Date,
): 'good' | 'ended' | 'reused' {
  if (ended_because) return 'ended';
  if (usedAt && now.getTime() - usedAt.getTime() >= repeatMs) return 'reused';
  return end <= now ? 'ended' : 'good';
}
