import type { Answer } from '#client';

export type Scope = Answer<'GET /internal/connections/{account_id}'>['items'][number]['scopes'][number];

/** The scopes of connections, in words. */
export const scopeWords: Readonly<Record<Scope, readonly [short: string, long: string]>> = {
  lookup: [
    'Look people up',
    'Find emails, phones and links. A lookup that finds an email or a phone costs 1 credit.',
  ],
  jobs: ['Run jobs', 'Look up as many as 10,000 people at once, read the results, and cancel jobs.'],
  usage: ['Read usage', 'See your balance, budgets and past lookups.'],
};
