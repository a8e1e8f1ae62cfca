/** What the ledger's functions answer; the numbers are explained in migrations/0003_credit_ledger.sql. */
export const ledgerStatus = {
  done: 0,
  tooFew: 1,
  doneBefore: 2,
  notNow: 3,
  unknown: 4,
  otherAmount: 5,
} as const;
