import { benchSecret } from './bench-server.ts';
import { credits } from './seed.ts';

/** A key of a new account, with credits and a rate limit for the whole run. */
export async function makeKey(url: string, account: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/keys/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-secret': benchSecret },
    body: JSON.stringify({
      email: `${account}@example.com`,
      plan: 'starter',
      credits,
      rate_limit_per_min: 1_000_000,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { key: string }).key;
}

export async function makeKeys(url: string, accounts: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < accounts) {
    const next = Array.from({ length: Math.min(50, accounts - keys.length) }, (_, at) => keys.length + at);
    keys.push(...(await Promise.all(next.map((n) => makeKey(url, `crowd-${n}`)))));
  }
  return keys;
}
