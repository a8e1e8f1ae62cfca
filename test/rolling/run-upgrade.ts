import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { proveAll } from '#domains/credits/index.ts';
import { migrationRows } from '#domains/status/migrations/sql.ts';
import { fillLarge } from './fill-large.ts';
import { startLoad } from './load.ts';
import { makeNextRelease } from './next-release.ts';
import { openStage } from './open-stage.ts';

interface Upgrade {
  /** Profiles, and rows of the ledger. */
  rows: number;
  /** Lookups per second. */
  rate: number;
  connections: number;
  say(line: string): void;
}

const steadySeconds = 20;
const reportSeconds = 5;

/** Upgrades large tables under load to a next release, and goes back. Returns what went wrong, a line for each. */
export async function runUpgrade({ rows, rate, connections, say }: Upgrade): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const stage = await openStage(stack);
  const { db, pool } = stage.database;
  await fillLarge(pool, rows);
  const nextRelease = await makeNextRelease(join(stage.folder, 'next-release'));
  say(`${rows} profiles and ${rows} rows of the ledger; ${rate} lookups per second through nginx`);

  let isOver = false;
  const isEnough = () => isOver;
  const load = startLoad(stage.url, stage.key, { connections, perSecond: rate, isEnough });
  const exitCodes: (number | null)[] = [];
  const roll = async (copy?: string) => {
    for (const [at, name] of stage.names.entries()) {
      exitCodes.push(await stage.restart(at, copy));
      say(`${copy ? 'upgraded' : 'went back with'} the ${name}; ${load.failures.length} failed`);
      if (load.isDone()) return;
    }
  };
  const p99s: Record<string, number> = {};
  const measured = async (phase: string, work: () => Promise<unknown>) => {
    load.times();
    const startMs = performance.now();
    await work();
    const times = load.times();
    p99s[phase] = times[Math.floor(times.length * 0.99)] ?? 0;
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const ratio = (p99s[phase] / p99s.before!).toFixed(1);
    say(
      `${phase}: ${seconds} s, ${times.length} answers, p99 ${p99s[phase].toFixed(1)} ms, ${ratio} of before`,
    );
  };
  const finished = async () => {
    for (;;) {
      const migrations = await migrationRows(db);
      for (const { id, pass, rows_done, rows_per_second, waits_for } of migrations)
        say(`  ${id}: pass ${pass}, ${rows_done} rows, ${rows_per_second} a second, waits for ${waits_for}`);
      if (load.isDone() || migrations.every(({ finished_at }) => finished_at)) return;
      await sleep(reportSeconds * 1000);
    }
  };
  await measured('before', () => sleep(steadySeconds * 1000));
  await measured('upgrade', () => roll(nextRelease));
  await measured('background migrations', finished);
  await measured('back', () => roll());
  isOver = true;
  await load.done;

  const { rows: left } = await pool.query<{ urls: number; months: number; index: boolean }>(`
    select (select count(*)::int from directory_profile where url_length is null) as urls,
      (select count(*)::int from credit_ledger full join ledger_month using (account, op_key, lot_id, kind)
        where at is null or month is null) as months,
      (select indisvalid from pg_index where indexrelid = 'credit_ledger_rehearsal'::regclass) as index`);
  const { urls, months, index } = left[0]!;
  const paid = await stage.paid();
  let mismatches = 0;
  for await (const part of proveAll(db)) mismatches += part.mismatches.length;
  say(`${load.answered()} answers, ${paid} credits paid, ${mismatches} mismatches of the ledger`);
  return [
    ...load.failures,
    ...(load.failures.length > 0 ? await stage.proxyErrors() : []),
    ...(paid === load.answered() ? [] : [`${load.answered()} lookups were paid with ${paid} credits`]),
    ...(mismatches === 0 ? [] : [`the ledger has ${mismatches} mismatches`]),
    ...(urls + months === 0 ? [] : [`${urls} profiles and ${months} rows of the ledger were left out`]),
    ...(index ? [] : ['the index is not valid']),
    ...exitCodes.filter((code) => code !== 0).map((code) => `a process exited with ${code} after SIGTERM`),
  ];
}
