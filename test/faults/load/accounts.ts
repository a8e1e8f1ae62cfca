import type { Callers } from './callers.ts';

/** The checker's own account of what was acknowledged to a customer. */
export interface Account {
  id: string;
  key: string;
  granted: number;
  /** Ids of lookups that were acknowledged with a charge. */
  charged: Set<string>;
  /** Lookups that may have been paid, although no answer arrived. */
  lost: number;
  jobs: Set<string>;
}

/** Opens an account with a key and credits. */
export async function openAccount(callers: Callers, id: string, credits: number): Promise<Account> {
  const body = {
    ...{ email: `${id}@example.com`, account_id: id, credits },
    ...{ plan: 'none', rate_limit_per_min: 1_000_000 },
  };
  const answer = await callers.insist(
    { path: '/api/v1/keys/create', idempotencyKey: `key of ${id}`, body },
    0,
  );
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  const { key } = JSON.parse(answer.text) as { key: string };
  return { id, key, granted: credits, charged: new Set(), lost: 0, jobs: new Set() };
}
