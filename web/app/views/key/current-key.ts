import type { Answer } from '#client';

export type Key = Answer<'GET /internal/keys/by-account/{account_id}'>['items'][number];

/** The key that is in use, of keys newest first: the newest active one, else the newest. Test keys are extra. */
export function currentKeyOf(keys: readonly Key[]): Key | undefined {
  const live = keys.filter(({ mode }) => mode === 'live');
  return live.find(({ status }) => status === 'active') ?? live[0];
}
