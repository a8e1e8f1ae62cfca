import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './service-under-kills.ts';

interface Wanted {
  method?: 'GET' | 'POST';
  body?: object;
  /** An Idempotency-Key, the same for each try. */
  key?: string;
  /** The caller's network address. */
  address?: string;
}

/** Between two tries, longer each time: a killed process is back after a second or two. */
const restMs = 50;
const restMsMax = 5_000;

/** Calls until it is answered, as a dashboard does while a process is away. Gives the answer's body. */
export async function insist<Answer>(
  { api, database }: Pick<Shop, 'api' | 'database'>,
  path: string,
  { method = 'POST', body, key, address }: Wanted = {},
): Promise<Answer> {
  const headers = {
    ...(key === undefined
      ? {}
      : { 'idempotency-key': key, 'idempotency-secret': `of-the-buyer-who-sends-${key}` }),
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  for (let tries = 0; ; tries += 1) {
    const answer = await api.call(path, init).catch(() => null);
    const text = (await answer?.text().catch(() => null)) ?? null;
    if (answer?.status === 200 && text !== null) return JSON.parse(text) as Answer;
    if (answer && answer.status !== 503 && answer.status !== 429) {
      if (!text?.includes('idempotency_key_in_use')) throw new Error(`${path}: ${answer.status} ${text}`);
      // As if the minute had passed after which a process that says nothing counts as dead.
      await database.pool
        .query(
          'update idempotent_answer set leased_until = clock_timestamp() where key = $1 and status is null',
          [key],
        )
        // The database may be away for a moment, too.
        .catch(() => {});
    }
    await sleep(Math.min(restMs * 2 ** tries, restMsMax));
  }
}
