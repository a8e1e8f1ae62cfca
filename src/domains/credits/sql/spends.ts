/** The part of a pool that the hot path uses: named statements that the server prepares once. */
export interface HotPool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

export interface Spend {
  account: number;
  /** 0 only reads the balance. */
  amount: number;
  /** A UUID. The same key spends once. */
  key: string;
}

export type SpendOutcome =
  | { status: 'spent' | 'replayed' | 'insufficient'; balance: number }
  /** The key was used before for another amount; `balance` is what that spend left. */
  | { status: 'other_amount'; balance: number }
  | { status: 'unknown_account'; balance: 0 }
  | { status: 'busy' };

interface SpendRow {
  o_outcome: SpendOutcome['status'];
  o_balance: number;
}

function outcomeOf({ o_outcome: status, o_balance: balance }: SpendRow): SpendOutcome {
  if (status === 'busy') return { status };
  if (status === 'unknown_account') return { status, balance: 0 };
  return { status, balance };
}

const lockNotAvailable = '55P03';

/** Spends once. Returns `busy` when the account stays locked. */
export async function spendOne(pool: HotPool, { account, amount, key }: Spend): Promise<SpendOutcome> {
  try {
    const { rows } = await pool.query({
      name: 'credit_spend',
      text: 'select * from credit_spend($1, $2, $3)',
      values: [account, amount, key],
    });
    return outcomeOf(rows[0] as SpendRow);
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) return { status: 'busy' };
    throw error;
  }
}

/** Spends all items in order, in one statement. `wait` waits up to 2 seconds for busy accounts. */
export async function spendBatch(
  pool: HotPool,
  items: readonly Spend[],
  { wait }: { wait: boolean },
): Promise<SpendOutcome[]> {
  const { rows } = await pool.query({
    name: 'credit_spend_batch',
    text: 'select * from credit_spend_batch($1::bigint[], $2::bigint[], $3::uuid[], $4) order by o_ord',
    values: [
      items.map(({ account }) => account),
      items.map(({ amount }) => amount),
      items.map(({ key }) => key),
      wait,
    ],
  });
  return (rows as SpendRow[]).map(outcomeOf);
}
