import { benchSecret } from './bench-server.ts';
import { credits } from './seed.ts';

/** A key of a new account, with credits and a rate limit for the whole run. */
export async function makeKey(url: string, account: string): Promise<string> {
  const { key } = await asOperator<{ key: string }>('POST', `${url}/api/v1/keys/create`, {
    email: `${account}@example.com`,
    plan: 'starter',
    credits,
    rate_limit_per_min: 1_000_000,
  });
  return key;
}

/** A load without matches needs more free answers than a day has. */
export const liftFreeLimit = (url: string): Promise<void> => liftLimits(url, {});

/** The same, with further settings. */
export async function liftLimits(url: string, changes: object): Promise<void> {
  const most = 1_000_000_000;
  await asOperator('PATCH', `${url}/api/v1/admin/platform`, {
    changes: { free_answers_per_day: { no_plan: most, plan: most, enterprise: most }, ...changes },
    reason: 'Bench',
    expected_version: 0,
  });
}

/** Budgets that no run reaches: of the account per day and month, and of the key per day. */
export async function setBudgets(url: string, account: string, key: string): Promise<void> {
  const shown = await fetch(`${url}/api/v1/key/info`, { headers: { authorization: `Bearer ${key}` } });
  const { id: key_id } = (await shown.json()) as { id: string };
  for (const budget of [{ period: 'day' }, { period: 'month' }, { period: 'day', key_id }])
    await asOperator('POST', `${url}/internal/budgets/${account}@example.com`, { ...budget, credits });
}

export async function asOperator<Answer>(method: string, address: string, body: object): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-admin-secret': benchSecret,
      'x-internal-secret': benchSecret,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

export async function makeKeys(url: string, accounts: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < accounts) {
    const next = Array.from({ length: Math.min(50, accounts - keys.length) }, (_, at) => keys.length + at);
    keys.push(...(await Promise.all(next.map((n) => makeKey(url, `crowd-${n}`)))));
  }
  return keys;
}
