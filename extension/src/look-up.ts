import type { Answer, Client } from '../../clients/typescript/src/index.ts';

type Found = Answer<'POST /api/v1/find'>;

/** How often and for how long a pending answer is asked for. */
const pollMs = 2_000;
const pollsMax = 30;

/** Opening the popup again within this time shows the same answer, and costs nothing more. */
const sameAnswerMs = 10 * 60_000;

/** Looks up one address. A popup that was closed too early costs nothing twice: the answer waits under the same key. */
export async function lookUp(client: Client, address: string): Promise<Found> {
  const idempotencyKey = await keyFor(address);
  let found: Found = await client.call(
    'POST /api/v1/find',
    { body: { profile_url: address } },
    { idempotencyKey },
  );
  for (let polls = 0; found.status === 'pending' && polls < pollsMax; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    found = await client.call('GET /api/v1/find/{lookup_id}', { path: { lookup_id: found.id } });
  }
  if (found.status === 'failed') await forgetKey(address);
  return found;
}

async function forgetKey(address: string): Promise<void> {
  const { [address]: _, ...lookups } = await keys();
  await chrome.storage.session.set({ lookups });
}

type Keys = Record<string, { key: string; at: number }>;

const keys = async (): Promise<Keys> =>
  ((await chrome.storage.session.get('lookups')).lookups as Keys | undefined) ?? {};

/** Kept in memory only, so that no history of viewed profiles is stored. */
async function keyFor(address: string): Promise<string> {
  const fresh = Object.entries(await keys()).filter(([, { at }]) => Date.now() - at < sameAnswerMs);
  const lookups = Object.fromEntries(fresh);
  lookups[address] ??= { key: crypto.randomUUID(), at: Date.now() };
  await chrome.storage.session.set({ lookups });
  return lookups[address].key;
}
