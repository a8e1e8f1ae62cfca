import type pg from 'pg';

interface Row {
  account: number;
  op_key: string;
  lot: number;
  kind: number;
  amount: number;
  balance_after: number;
  /** In microseconds, the precision of the database. */
  at: string;
}

interface LotState {
  id: number;
  expiresAt: bigint;
  avail: number;
  held: number;
}

const never = 2n ** 62n;
const [spend, hold] = [2, 3];

/** How each kind of movement changes the available and the held credits, in the order of the ledger's kind numbers. */
const moves: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [-1, 1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [-1, 0],
  [1, 0],
];

/**
 * Replays an account's whole ledger row by row and reports what is impossible: a negative bucket, a balance that isn't the sum
 * of the live lots, a draw from a lot while a sooner one had credits, or time going backwards because it was read before
 * the lock.
 */
export async function impossibilities(pool: pg.Pool, account: number): Promise<string[]> {
  const { rows } = await pool.query<Row>(
    `select account, op_key, lot_id as lot, kind, amount, balance_after,
       trunc(extract(epoch from at) * 1000000)::text as at
     from credit_ledger where account = $1 order by id`,
    [account],
  );
  const lots = await lotsInBurnOrder(pool, account);
  const found: string[] = [];
  let before = 0n;
  for (const operation of operationsOf(rows)) {
    const at = BigInt(operation[0]!.at);
    if (at < before)
      found.push(`account ${account}, ${operation[0]!.op_key}: timed before what came before it`);
    before = at;
    found.push(
      ...relive(operation, lots).map((what) => `account ${account}, ${operation[0]!.op_key}: ${what}`),
    );
  }
  return found;
}

async function lotsInBurnOrder(pool: pg.Pool, account: number): Promise<LotState[]> {
  const { rows } = await pool.query<{ id: number; expires_at: string | null }>(
    `select id, trunc(extract(epoch from nullif(expires_at, 'infinity')) * 1000000)::text as expires_at
     from credit_lot where account = $1 order by credit_lot.expires_at, id`,
    [account],
  );
  return rows.map(({ id, expires_at }) => ({
    id,
    expiresAt: expires_at === null ? never : BigInt(expires_at),
    avail: 0,
    held: 0,
  }));
}

/** Groups rows that were written together. A hold and its end are two operations, at the same time if the clock stands still. */
function operationsOf(rows: Row[]): Row[][] {
  const operations: Row[][] = [];
  for (const row of rows) {
    const last = operations.at(-1);
    const isOneMore = last?.[0]?.op_key === row.op_key && last[0].at === row.at;
    if (isOneMore && (row.kind === hold) === (last[0]!.kind === hold)) last.push(row);
    else operations.push([row]);
  }
  return operations;
}

function relive(operation: Row[], lots: LotState[]): string[] {
  const found: string[] = [];
  for (const row of operation) {
    const lot = lots.find(({ id }) => id === row.lot);
    if (!lot) return [`no lot ${row.lot}`];
    const [avail, held] = moves[row.kind - 1]!;
    lot.avail += avail * row.amount;
    lot.held += held * row.amount;
    if (lot.avail < 0 || lot.held < 0) found.push(`lot ${lot.id} has ${lot.avail} and holds ${lot.held}`);
  }
  const at = BigInt(operation[0]!.at);
  const live = lots.filter(({ expiresAt }) => expiresAt > at);
  const balance = live.reduce((sum, { avail }) => sum + avail, 0);
  const told = new Set(operation.map((row) => row.balance_after));
  if (told.size > 1 || !told.has(balance)) found.push(`told a balance of ${[...told]}, had ${balance}`);

  const drawn = new Set(
    operation.filter(({ kind }) => kind === spend || kind === hold).map(({ lot }) => lot),
  );
  const last = live.findLastIndex(({ id }) => drawn.has(id));
  if (drawn.size > 0 && live.filter(({ id }) => drawn.has(id)).length < drawn.size)
    found.push('drew from a dead lot');
  for (const passed of live.slice(0, Math.max(last, 0))) {
    if (passed.avail > 0) found.push(`drew from a later lot than ${passed.id}, which had ${passed.avail}`);
  }
  return found;
}
