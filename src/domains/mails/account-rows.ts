import type { AccountData } from '#core/parts/account-rows.ts';

export const mailData: AccountData = {
  tables: {
    account_mail: { what: 'Mails', erased: 'at once', inOrderOf: ['id'] },
    mail_choice: { what: 'Mails switched off', erased: 'at once' },
  },
};
