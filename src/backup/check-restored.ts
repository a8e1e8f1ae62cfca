import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Log } from '#core/context.ts';
import { proveAll } from '#domains/credits/index.ts';
import { holdOutgoing } from '#domains/settings/index.ts';
import { pepperFits } from '#domains/suppression/index.ts';
import {
  type EmbeddedOptions,
  startEmbeddedPostgres,
} from '#platform/database/embedded/start-embedded-postgres.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';

/** The result of checking a restored database. */
export interface Checked {
  accounts: number;
  /** Accounts whose ledger and books differ. 0 is right. */
  mismatches: number;
  /** Null if the backup has no pepper. */
  pepperFits: boolean | null;
}

/** Starts the restored database, which makes it consistent, holds what it would send, and checks every credit. Stops it again. */
export async function checkRestored(
  { dataDir, postgresBin }: Pick<EmbeddedOptions, 'dataDir' | 'postgresBin'>,
  madeAt: string,
  log: Log,
): Promise<Checked> {
  await using server = await startEmbeddedPostgres({ dataDir, postgresBin, log });
  const pool = openPool(server.poolConfig, 1, log);
  try {
    await pool.query('set statement_timeout = 0');
    const db = kyselyOn(pool);
    const { rows } = await sql<{
      accounts: number;
    }>`select count(*)::int as accounts from credit_account`.execute(db);
    const wrong = new Set<number>();
    const reason = `Restored from the backup of ${madeAt}.`;
    await db.transaction().execute((phase) => holdOutgoing(phase, { reason, actor: 'contactry restore' }));
    for await (const { mismatches } of proveAll(db)) {
      for (const { account } of mismatches) wrong.add(account);
    }
    return {
      accounts: rows[0]!.accounts,
      mismatches: wrong.size,
      pepperFits: await pepperOf(dataDir, db),
    };
  } finally {
    await pool.end();
  }
}

async function pepperOf(dataDir: string, db: Db): Promise<boolean | null> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => null);
  const pepper =
    text === null ? undefined : (JSON.parse(text) as { suppression_pepper?: string }).suppression_pepper;
  return pepper ? pepperFits(db, pepper) : null;
}
