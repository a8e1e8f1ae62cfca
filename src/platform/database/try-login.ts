import type pg from 'pg';
import { clientLike } from './pipeline.ts';

/** Opens a connection like those of the pool, and closes it: connections that are open outlive a change of the password. */
export async function tryLogin(pool: pg.Pool): Promise<void> {
  const client = clientLike(pool);
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
