import type pg from 'pg';

/** Ends the bench with an error: a fast ledger that is wrong is worth nothing. */
export async function verifyLedger(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query('select * from credit_reconcile()');
  if (rows.length > 0) throw new Error(`The ledger does not balance: ${JSON.stringify(rows.slice(0, 5))}`);
}
