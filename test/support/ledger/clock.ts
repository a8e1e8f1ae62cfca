import type pg from 'pg';

export interface LedgerClock {
  /** The ledger's time until it is set again. */
  set(at: Date): Promise<void>;
}

/** Puts the ledger of a test's own database on a clock that moves only when it is told to. */
export async function stopLedgerClock(pool: pg.Pool, startAt: Date): Promise<LedgerClock> {
  await pool.query('create table stopped_clock (at timestamptz not null)');
  await pool.query('insert into stopped_clock values ($1)', [startAt]);
  await pool.query(
    `create or replace function ledger_now() returns timestamptz language sql volatile as 'select at from stopped_clock'`,
  );
  return {
    async set(at) {
      await pool.query('update stopped_clock set at = $1', [at]);
    },
  };
}
