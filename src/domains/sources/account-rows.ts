import type { AccountData } from '#core/parts/account-rows.ts';

export const sourceData: AccountData = {
  tables: {
    unearned_vendor_money: {
      what: 'Our spending on lookups that earned nothing',
      kept: 'Our own accounts. They contain no contact data.',
    },
    vendor_question: {
      what: 'Questions to paid sources in progress',
      kept: 'Our own accounts. They contain no contact data.',
    },
  },
};
