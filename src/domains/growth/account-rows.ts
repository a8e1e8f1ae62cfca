import type { AccountData } from '#core/parts/account-rows.ts';
import { keepMailboxes } from './promos/closed-mailboxes.ts';

export const growthData: AccountData = {
  tables: {
    promo_redemption: {
      what: 'Redeemed promos',
      kept: 'They count the uses of a promo, and the ledger names them. With each stays a keyed hash of the email, so that the person does not redeem it twice.',
    },
  },
  close: (db, { id }, { pepper }) => keepMailboxes(db, id, pepper),
};
