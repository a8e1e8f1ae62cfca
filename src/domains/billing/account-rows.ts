import { sql } from 'kysely';
import type { AccountData, DataOf } from '#core/parts/account-rows.ts';
import { closingBlocks } from './closing/closing-blocks.ts';
import { abandonUnpaid } from './subscriptions/subscriptions.ts';

const books = 'CGST Act, section 36: the books behind the invoices.';

const ofPurchases = ({ id }: DataOf) => sql`purchase in (select id from purchase where account = ${id})`;

export const billingData: AccountData = {
  tables: {
    purchase: {
      what: 'Purchases',
      kept: `${books} The email of the checkout goes.`,
      inOrderOf: ['id'],
      cleared: { notify_email: '' },
    },
    purchase_reference: {
      what: 'References of purchases at the provider',
      of: ofPurchases,
      kept: books,
    },
    purchase_mail: { what: 'Mails about purchases', of: ofPurchases, erased: 'at once' },
    refund_request: { what: 'Refunds that were asked for', of: ofPurchases, kept: books },
    payment: { what: 'Payments', kept: books, inOrderOf: ['number'] },
    subscription: { what: 'Subscriptions', kept: books },
    contract: { what: 'Contracts', kept: books },
    account_feature: { what: 'Switch for agents', erased: 'at once' },
  },
  blocks: closingBlocks,
  /** A checkout that was never paid must not begin to charge. The nightly questions end it at the provider. */
  close: (db, { id }, { at }) => abandonUnpaid(db, id, at),
};
