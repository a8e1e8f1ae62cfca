import type { Db } from '#core/context.ts';
import {
  continueRoundAt,
  endFullProof,
  foldRows,
  type Mismatch,
  nextAccountOfRound,
  type Part,
  partFrom,
  reconcile,
  restartProof,
  withTime,
} from '../sql/proof.ts';

const accountsPerPart = 500;

export interface ProofOptions {
  accountsMax?: number;
  signal?: AbortSignal | undefined;
}

export async function* parts(
  db: Db,
  {
    accountsMax = accountsPerPart,
    first = Number.MIN_SAFE_INTEGER,
  }: { accountsMax?: number; first?: number },
): AsyncGenerator<Part> {
  for (let next = first; ; ) {
    const part = await partFrom(db, next, accountsMax);
    yield part;
    if (part.isLast) return;
    next = part.last + 1;
  }
}

/**
 * Proves what was added to the ledger since the last proof, and that all lots and holds still are what was proved. Every
 * statement commits its sums, so a proof that was interrupted continues there.
 */
export async function* proveSince(
  db: Db,
  { accountsMax, signal }: ProofOptions = {},
): AsyncGenerator<Mismatch[]> {
  for await (const part of parts(db, { ...(accountsMax && { accountsMax }) })) {
    for (let hasMore = true; hasMore; ) {
      signal?.throwIfAborted();
      ({ hasMore } = await foldRows(db, 'proved', part));
    }
    yield await withTime(db, (phase) => reconcile(phase, 'proved', part));
  }
}

interface FullProofOptions extends ProofOptions {
  /** The account to begin with. */
  first?: number;
  /** Stops after about this many ledger rows. The next proof continues there. */
  rowsMax?: number;
  /** The nightly proof continues from this one, whatever it knew of earlier rows. */
  accept?: boolean;
}

/**
 * Proves the whole ledger from nothing, and that no row has changed since it was proved. Yields each part with its
 * mismatches.
 */
export async function* proveAll(
  db: Db,
  { accountsMax, signal, first, rowsMax = Number.POSITIVE_INFINITY, accept = false }: FullProofOptions = {},
): AsyncGenerator<{ part: Part; mismatches: Mismatch[] }> {
  let left = rowsMax;
  for await (const part of parts(db, { ...(accountsMax && { accountsMax }), ...(first && { first }) })) {
    await restartProof(db, part);
    for (let hasMore = true; hasMore; ) {
      signal?.throwIfAborted();
      if (left <= 0) return;
      const read = await foldRows(db, 'full', part);
      hasMore = read.hasMore;
      left -= read.folded;
    }
    yield { part, mismatches: (await endFullProof(db, part, { accept })) ?? [] };
  }
}

/** Proves the next accounts from nothing, about `rowsMax` ledger rows, so that all are proved again in turn. */
export async function* proveRound(db: Db, rowsMax: number, signal?: AbortSignal): AsyncGenerator<Mismatch[]> {
  const nextAccount = await nextAccountOfRound(db);
  for await (const { part, mismatches } of proveAll(db, { first: nextAccount, rowsMax, signal })) {
    yield mismatches;
    await continueRoundAt(db, part.isLast ? null : part.last + 1);
  }
}
