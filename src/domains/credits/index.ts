import { domain } from '#core/operation.ts';
import { grantCreditsToAccount } from './grant-credits.ts';
import { listCreditGrants } from './list-grants.ts';
import { proveLedger } from './prove-ledger.ts';
import { showBalance } from './show-balance.ts';
import { showHistory } from './show-history.ts';
import { sweepExpiredCredits } from './sweep-credits.ts';

/** Prepaid credits: lots that expire, an append-only ledger of what moved in them, and holds for work under way. */
export const credits = domain({
  id: 'credits',
  operations: [grantCreditsToAccount, listCreditGrants, showBalance, showHistory],
  jobs: [sweepExpiredCredits, proveLedger],
});

export { monthlyLotExpiry, packExpiry, periodEnd } from './rules.ts';
export { openSpender, type Spender, type SpenderOptions, type Spent } from './spender.ts';
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
  type Held,
  type HoldRequest,
  type HoldState,
  openHold,
  releaseHold,
  settleHold,
} from './sql/holds.ts';
export { type Balance, balanceOf, type Lot, lotsOf } from './sql/lots.ts';
export { type Spend, type SpendOutcome, spendBatch } from './sql/spends.ts';
export {
  type Mismatch,
  reconcileInParts,
  reconcileLedger,
  sweepExpiredHolds,
  sweepExpiredLots,
} from './sql/upkeep.ts';
