import { randomUUID } from 'node:crypto';
import type { Db } from '#core/context.ts';

export interface GivenCall {
  account: number;
  at: Date | string;
  kind?: string;
  status?: string;
  credits?: number;
  network?: string;
  isTest?: boolean;
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
      door: 'api',
    }),
  );
  await db.insertInto('usage_event').values(rows).execute();
}
