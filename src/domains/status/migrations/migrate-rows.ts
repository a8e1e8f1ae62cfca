import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isBusy, isConnectionLoss } from '#core/database/sqlstate.ts';
import type { Job, JobContext } from '#core/job.ts';
import type { BackgroundMigration } from '#core/parts/background-migration.ts';
import { port } from '#core/ports.ts';
import { watchLookups } from './lookup-watch.ts';
import { afterBatch, afterLook, firstPace } from './pace.ts';
import { addMigrations, changeBatch, claimMigration, keepPosition, noteState } from './sql.ts';

/** Those of all domains. New ones are done in this order. */
export const BackgroundMigrations = port<readonly BackgroundMigration[]>('background-migrations');

const idleMs = 5_000;
const afterFailureMs = 30_000;
/** Shorter than a worker's lease. */
const restMsMax = 5_000;

/** Does what releases left to workers, one batch at a time over all processes. */
export const migrateRows: Job = {
  id: 'status.migrate-rows',
  always: true,
  async run(ctx) {
    const migrations = ctx.ports.use(BackgroundMigrations);
    await addMigrations(ctx.ports.db, migrations);
    const worker = randomUUID();
    let pace = firstPace;
    let lookups: Awaited<ReturnType<typeof watchLookups>> | null = null;
    const rest = (ms: number) => sleep(ms, undefined, { signal: ctx.signal }).catch(() => {});
    while (!ctx.signal.aborted) {
      const batch = await doBatch(ctx, migrations, worker, pace.rows);
      if (batch === null) {
        lookups = null;
        await rest(idleMs);
        continue;
      }
      const { id, tookMs, failure } = batch;
      if (failure) {
        pace = afterBatch(pace, Number.POSITIVE_INFINITY);
        await noteState(ctx.ports.db, id, { waitsFor: failure });
        await rest(failure === 'locks' ? idleMs : afterFailureMs);
        continue;
      }
      pace = afterBatch(pace, tookMs);
      lookups ??= await watchLookups(ctx.ports.db, ctx.now());
      const seen = await lookups.look(batch.rows);
      if (seen) {
        pace = afterLook(pace, seen.isSlow);
        await noteState(ctx.ports.db, id, {
          waitsFor: seen.isSlow ? 'lookups' : null,
          perSecond: seen.perSecond,
        });
      }
      await rest(Math.min(restMsMax, tookMs * pace.rest));
    }
  },
};

interface Done {
  id: string;
  tookMs: number;
  rows: number;
  failure?: 'locks' | 'error';
}

/** A batch holds rows for a moment. It gives up before anyone who waits for them would look for a deadlock. */
const lockTimeout = '200ms';

/** Null if there is nothing to do for this worker. */
async function doBatch(
  ctx: JobContext,
  migrations: readonly BackgroundMigration[],
  worker: string,
  limit: number,
): Promise<Done | null> {
  if (migrations.length === 0) return null;
  const ids = migrations.map(({ id }) => id);
  const beganMs = performance.now();
  let id = '';
  try {
    return await ctx.phase(async ({ db }) => {
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(db);
      const claimed = await claimMigration(db, ids, worker);
      if (!claimed) return null;
      id = claimed.id;
      const migration = migrations.find((one) => one.id === id)!;
      const batch = await changeBatch(db, migration, claimed.position, limit);
      await keepPosition(db, id, { ...batch, isLast: batch.rows < limit });
      return { id, rows: batch.rows, tookMs: performance.now() - beganMs };
    });
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    // Without an id, another worker has the row of the migration.
    if (isBusy(error)) return id ? { id, rows: 0, tookMs: 0, failure: 'locks' } : null;
    ctx.log.error({ error, migration: id }, 'a background migration failed and is tried again');
    return id ? { id, rows: 0, tookMs: 0, failure: 'error' } : null;
  }
}
