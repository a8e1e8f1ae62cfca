export { proveAll, proveSince } from './proof/prove-ledger.ts';
export { monthlyLotExpiry, packExpiry, periodEnd } from './rules.ts';
export { ShortBalance } from './shapes.ts';
export { balancesOf } from './sql/balances.ts';
export {
  type Refund,
  type Refunded,
  type Revocation,
  type Revoked,
  refundSpend,
  revokeCredits,
} from './sql/corrections.ts';
export { type Grant, type Granted, grantCredits, type LotSource } from './sql/grants.ts';
export { type Entry, historyOf, type MovementKind } from './sql/history.ts';
export {
  type Closed,
  extendHold,
  freezeLot,
  type Held,
  type HoldRequest,
  type HoldState,
  openHold,
  releaseHold,
  settleHold,
} from './sql/holds.ts';
export { type Balance, BalanceNow, balanceOf, type Lot, lockCredits, lotsOf } from './sql/lots.ts';
export { type Mismatch, reconcileLedger } from './sql/proof.ts';
export { type HotPool, type Spend, type SpendOutcome, spendBatch, spendOne } from './sql/spends.ts';
export { sweepExpiredHolds, sweepExpiredLots } from './sql/upkeep.ts';
