import type { Trouble } from './messages.ts';

export interface Explanation {
  title: string;
  text: string;
  /** The action offered in the popup. */
  remedy?: 'connect' | 'retry';
  /** The profile to open instead. */
  profile?: string | null;
}

const reconnect = {
  title: 'You are signed out',
  text: 'Connect the extension with a code from your dashboard.',
  remedy: 'connect',
} as const;

const byCode: Record<string, (trouble: Trouble) => Explanation> = {
  not_connected: () => reconnect,
  session_ended: () => reconnect,
  access_token_expired: () => reconnect,
  unreachable: ({ detail }) => ({
    title: 'The service cannot be reached',
    text: `${detail} Check your connection. If it works, the operator of the service may not allow this extension yet.`,
    remedy: 'retry',
  }),
  insufficient_credits: () => ({
    title: 'No credits left',
    text: 'A lookup needs a credit. Buy credits in your dashboard. Nothing was looked up.',
  }),
  budget_reached: ({ detail }) => ({ title: 'A budget is reached', text: detail }),
  invalid_profile_url: ({ reason, detail, suggestion }) => ({
    title: reason === 'unsupported_host' ? 'This site is not supported' : 'This page is not a profile',
    text: detail,
    profile: suggestion,
  }),
  rate_limited: ({ retryAfter }) => ({
    title: 'Too many lookups at once',
    text: `Wait ${retryAfter ?? 60} seconds, then try again.`,
    remedy: 'retry',
  }),
  account_locked: () => ({
    title: 'The account is locked',
    text: 'Ask the operator of the service to unlock it.',
  }),
  key_banned: ({ detail }) => ({ title: 'The key of your account is banned', text: detail }),
  no_active_key: () => ({
    title: 'Your account has no active key',
    text: 'Create or replace its key in your dashboard. Then try again.',
    remedy: 'retry',
  }),
};

/** Explains a problem and what to do about it. */
export const explain = (trouble: Trouble): Explanation =>
  byCode[trouble.code]?.(trouble) ?? { title: 'That did not work', text: trouble.detail, remedy: 'retry' };
