import { digestId } from '#core/ids.ts';
import type { AccountData } from '#core/parts/account-rows.ts';
import { revokeCredits } from './sql/grants.ts';
import { openHoldsOf } from './sql/holds.ts';
import { lockCredits, lotsOf } from './sql/lots.ts';

const books = 'CGST Act, section 36: the books behind the invoices. They contain no contact data.';
const proof = { kept: 'The proof that the ledger is complete. It contains no contact data.' };

export const creditData: AccountData = {
  tables: {
    credit_account: { what: 'Credit account', kept: books },
    credit_lot: { what: 'Granted credits', kept: books, inOrderOf: ['id'] },
    credit_ledger: { what: 'Movements of credits', kept: books, inOrderOf: ['id'] },
    credit_hold: { what: 'Credits kept aside', kept: books, inOrderOf: ['id'] },
    credit_budget: { what: 'Budgets', erased: 'at once' },
    credit_hold_part: { what: 'Parts of those', kept: books, inOrderOf: ['hold_id', 'lot_id'] },
    credit_proof: { what: 'Proof of the ledger', ...proof },
    credit_proof_lot: { what: 'Proof of the ledger, by grant', ...proof, inOrderOf: ['reading', 'lot_id'] },
    credit_proof_hold: { what: 'Proof of the ledger, by hold', ...proof, inOrderOf: ['reading', 'hold_id'] },
    credit_proof_refund: {
      what: 'Proof of the ledger, by refund',
      ...proof,
      inOrderOf: ['reading', 'reverses'],
    },
    credit_proof_month: { what: 'Proof of the ledger, by month', ...proof },
  },
  async blocks(db, { id }) {
    // Holds that open in the meantime wait, and find no credits.
    await lockCredits(db, id);
    if ((await openHoldsOf(db, id)) === 0) return [];
    return [
      {
        kind: 'credits_held',
        what: 'Credits are kept aside for a lookup, a refund or a dispute. Wait until it has ended.',
      },
    ];
  },
  /** Whatever is left is revoked, so that the ledger says where it went. */
  async close(db, { id: account }) {
    for (const { id: lot, available } of await lotsOf(db, account, 'live')) {
      if (available === 0) continue;
      const key = digestId('closed account', String(lot));
      await revokeCredits(db, { account, lot, key, reason: 'the account was closed' });
    }
  },
};
