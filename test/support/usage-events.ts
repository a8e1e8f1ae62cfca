import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Db } from '#core/context.ts';

export interface GivenCall {
  account: number;
  at: Date | string;
  kind?: string;
  status?: string;
  credits?: number;
  network?: string;
  isTest?: boolean;
  keyId?: string;
}

/** Inserts calls as if the lookup had counted them at that time. */
export async function givenCalls(db: Db, calls: readonly GivenCall[]): Promise<void> {
  const rows = calls.map(
    ({
      account,
      at,
      kind = 'find',
      status = 'completed',
      credits = 1,
      network = 'linkedin',
      isTest = false,
      keyId = null,
    }) => ({
      account,
      at,
      op_key: randomUUID(),
      kind,
      status,
      credits,
      reason: 'given',
      network,
      is_test: isTest,
      key_id: keyId,
      door: 'api',
    }),
  );
  await db.insertInto('usage_event').values(rows).execute();
}

/** Stops the clock of the usage log in a test's own database, or sets it to another time. */
export async function stopUsageClock(pool: pg.Pool, at: Date | string): Promise<void> {
  const now = new Date(at).toISOString();
  await pool.query(
    `create or replace function usage_now() returns timestamptz language sql volatile as $$ select timestamptz '${now}' $$`,
  );
}
