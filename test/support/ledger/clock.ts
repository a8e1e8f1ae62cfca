import type pg from 'pg';

export interface LedgerClock {
  /** Stops the ledger's clock at this time. */
  set(at: Date): Promise<void>;
}

/** Replaces the clock of a test database's ledger with one that moves only when a test moves it. */
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
