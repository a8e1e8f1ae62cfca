import { readConfig } from '#app/start/config.ts';
import { type Mismatch, proveAll } from '#domains/credits/index.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { terminalLog } from '#surfaces/cli/upkeep/embedded-only.ts';

/** Proves the whole ledger from nothing, while the service runs or not. */
export async function proveLedger(
  environment: Readonly<Record<string, string | undefined>>,
  { accept, signal }: { accept: boolean; signal: AbortSignal },
): Promise<Mismatch[]> {
  const {
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: dataDir,
    POSTGRES_BIN: postgresBin,
  } = readConfig(environment);
  await using embedded = databaseUrl ? null : await reachEmbedded({ dataDir, postgresBin }, terminalLog);
  const target = directUrl || databaseUrl || embedded?.asService;
  if (!target) throw new CommandFailed(`There is no database in DATA_DIR (${dataDir}).`);
  const pool = openPool(target, 1, terminalLog);
  try {
    const found: Mismatch[] = [];
    for await (const { mismatches } of proveAll(kyselyOn(pool), { accept, signal }))
      found.push(...mismatches);
    return found;
  } finally {
    await pool.end();
  }
}
