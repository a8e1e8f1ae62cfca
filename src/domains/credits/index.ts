export { proveAll, proveSince } from './proof/prove-ledger.ts';
export { packExpiry, periodEnd } from './rules.ts';
export { LookupJob, LookupKey, ShortBalance } from './shapes.ts';
export {
  type BudgetPeriod,
  type BudgetRow,
  budgetsOf,
  changeBudget,
  heldSince,
  periodStart,
  removeBudgets,
  setJobBudget,
  startBudget,
  tightestBudget,
  timeZoneNamed,
  timeZoneOf,
} from './sql/budgets.ts';
export { type Grant, grantCredits, type LotSource, revokeCredits } from './sql/grants.ts';
export { freezeLot, releaseHold } from './sql/holds.ts';
export {
  type Balance,
  BalanceNow,
  balanceOf,
  balancesOf,
  everHadCredits,
  type Lot,
  lockCredits,
  lotsOf,
} from './sql/lots.ts';
export { type Mismatch, reconcileLedger } from './sql/proof.ts';
export { refundSpend } from './sql/refund.ts';
