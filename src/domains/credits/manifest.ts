import { batch } from '#core/concurrency/batch.ts';
import { domain } from '#core/domain.ts';
import { creditData } from './account-rows.ts';
import { announceExpiringCredits, announceLowCredits } from './announce-credits.ts';
import { eraseLedger } from './erase-ledger.ts';
import { creditErrors } from './errors.ts';
import { grantCreditsToAccount } from './grants/grant-credits.ts';
import { listCreditGrants } from './grants/list-grants.ts';
import { revokeGrant } from './grants/revoke-grant.ts';
import { creditJourney } from './journey.ts';
import { mailLowCredits } from './mail-low-credits.ts';
import { verifyLedger } from './proof/verify-ledger.ts';
import { creditSettings } from './settings.ts';
import { showBalance } from './show-balance.ts';
import { showHistory } from './show-history.ts';
import { BalanceNow, balancesNow } from './sql/lots.ts';
import { forgetEndedHolds, sweepExpiredCredits } from './sweep-credits.ts';

/** Prepaid credits: lots that expire, an append-only ledger of their movements, and holds for work in progress. */
export const credits = domain({
  id: 'credits',
  title: 'Credits',
  description:
    'Prepaid credits: grants that expire, the history of what moved, and what is held for work in progress.',
  operations: [grantCreditsToAccount, listCreditGrants, revokeGrant, showBalance, showHistory],
  errors: creditErrors,
  jobs: [
    sweepExpiredCredits,
    forgetEndedHolds,
    announceLowCredits,
    announceExpiringCredits,
    mailLowCredits,
    verifyLedger,
    eraseLedger,
  ],
  settings: creditSettings,
  accountData: creditData,
  journey: [creditJourney],
  notInJourney: {
    credit_account: 'A row to lock.',
    credit_ledger: 'Grants are shown by lot, and spends by the lookups of each day.',
    credit_hold: 'Holds end with their lookup.',
    credit_hold_part: 'Parts of holds.',
    credit_budget: 'The audit log has each change.',
    credit_proof: 'Progress of the ledger proof.',
    credit_proof_lot: 'Sums of the ledger.',
    credit_proof_hold: 'Sums of the ledger.',
    credit_proof_refund: 'Refunds to check.',
    credit_proof_month: 'Sums of the ledger.',
  },
  open: ({ ports: { db }, metrics }) => ({
    ports: [
      BalanceNow.opened(
        batch({
          run: (accounts: number[]) => balancesNow(db, accounts),
          sizeMax: 128,
          name: 'balance',
          onBatch: metrics.batched,
        }),
      ),
    ],
  }),
});
