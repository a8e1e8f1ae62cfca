import type { AccountData } from '#core/parts/account-data.ts';

export const growthData: AccountData = {
  tables: {
    promo_redemption: {
      what: 'Redeemed promos',
      kept: 'They count the uses of a promo, and the ledger names them. They contain no contact data.',
    },
  },
};
