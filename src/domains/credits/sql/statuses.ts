/**
 * What the ledger's functions answer in `o_status`. They raise CR001 when more is to be settled than is held, CR002 when a
 * grant is repeated on other terms, CR003 when the ledger is to be changed, CR004 for a grant to no account, and CR005 for
 * an amount that can't be.
 */
export const ledgerStatus = {
  done: 0,
  /** `o_balance` says how many there are. */
  tooFew: 1,
  /** With this key; the rest of the answer is the first one's. */
  doneBefore: 2,
  /** The account is busy, or the lease still runs. */
  notNow: 3,
  /** No such account, lot, hold or spend. */
  unknown: 4,
  /** The key was used before for another amount. */
  otherAmount: 5,
} as const;
